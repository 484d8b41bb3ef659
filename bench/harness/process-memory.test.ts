import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readResidentMb } from './process-memory.ts';

/**
 * Source of a script that allocates 80 MB when the first line arrives on its standard input, and then prints a line.
 */
const allocateOnLineScript = `
let held;
process.stdin.on('data', () => { held = Buffer.alloc(80_000_000, 1); console.log('held'); });
process.stdin.on('end', () => process.exit(held.length > 0 ? 0 : 1));
console.log('ready');
`;

test('the memory of a process grows with what it allocates', async () => {
  const child = spawn(process.execPath, ['-e', allocateOnLineScript], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const memory = async (): Promise<number> => Number(await readResidentMb(child.pid ?? 0));
  const before = await memory();
  child.stdin.write('more\n');
  await once(child.stdout, 'data');
  expect((await memory()) - before).toBeGreaterThan(60);
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('returns undefined for a process that does not exist', async () => {
  expect(await readResidentMb(2 ** 30)).toBeUndefined();
});
