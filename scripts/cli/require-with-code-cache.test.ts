import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeBuild } from '../build/bundle-package.ts';
import { runCommand } from '../testing-cli.ts';

const program = `
import { requireWithCodeCache } from './scripts/cli/require-with-code-cache.ts';

const [file, kept, afterMs] = process.argv.slice(2);
const { answer, goOn } = requireWithCodeCache(file, kept, afterMs && Number(afterMs));
console.log(answer());
goOn?.(kept);
`;

let folder: string;
let runProgram: (kept: string, ...more: readonly string[]) => Promise<readonly [string, string]>;
const createModule = (answer: string): Promise<void> =>
  writeFile(
    join(folder, 'script.cjs'),
    `const { sep } = require('node:path'); exports.answer = () => '${answer}' + (__dirname + sep + 'script.cjs' === __filename);`,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'require-compiled-'));
  const outfile = join(folder, 'program.mjs');
  const stdin = { contents: program, resolveDir: '.', loader: 'ts' } as const;
  await build({ ...nodeBuild, splitting: false, stdin, outfile });
  runProgram = async (kept, ...more) => {
    const { stdout, stderr } = await runCommand(process.execPath, [
      outfile,
      join(folder, 'script.cjs'),
      kept,
      ...more,
    ]);
    return [stdout, stderr];
  };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('stores compiled code for the next start, which uses it', async () => {
  await createModule('one ');
  const kept = join(folder, 'cache', 'kept');
  expect(await runProgram(kept)).toEqual(['one true\n', '']);
  const first = await readFile(kept);
  expect(await runProgram(kept)).toEqual(['one true\n', '']);
  expect((await readFile(kept)).equals(first)).toBe(true);
});

it('stores it soon after the start, so that a long-running process does not store only the code it used last', async () => {
  const kept = join(folder, 'soon');
  await writeFile(
    join(folder, 'script.cjs'),
    `const { existsSync, readFileSync } = require('node:fs');
    exports.answer = () => 'up';
    exports.goOn = (kept) => {
      const look = setInterval(() => {
        if (!existsSync(kept)) return;
        clearInterval(look);
        const early = readFileSync(kept);
        process.once('exit', () => console.log(readFileSync(kept).equals(early)));
      }, 5);
    };`,
  );
  expect(await runProgram(kept, '0')).toEqual(['up\ntrue\n', '']);
});

it('compiles a changed file again, even one of the same length', async () => {
  const kept = join(folder, 'changed');
  await createModule('one ');
  await runProgram(kept);
  await createModule('two ');
  expect(await runProgram(kept)).toEqual(['two true\n', '']);
});

it.each([0, 40, -9])('compiles again when byte %i of the cache file is damaged', async (at) => {
  const kept = join(folder, 'damaged');
  await createModule('one ');
  await runProgram(kept);
  const whole = await readFile(kept);
  const damaged = Buffer.from(whole);
  damaged[(at + damaged.length) % damaged.length]! ^= 0x10;
  await writeFile(kept, damaged);
  expect(await runProgram(kept)).toEqual(['one true\n', '']);
  expect((await readFile(kept)).equals(damaged)).toBe(false);
});

it('works without a cache when none can be written', async () => {
  await createModule('one ');
  expect(await runProgram(join(folder, 'script.cjs', 'kept'))).toEqual(['one true\n', '']);
});
