import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readCpuMs } from './process-cpu.ts';

/** Starts a Node process that runs a script, and waits until the script reports that it is done. */
const startNodeScript = async (lines: string) => {
  const child = spawn(process.execPath, ['-e', `${lines}\nsetInterval(() => {}, 1000);`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
};

const busyLoopScript =
  'const began = process.cpuUsage(); while (process.cpuUsage(began).user < 600_000); console.log("done");';

test('measures the CPU time of a process', async () => {
  const child = await startNodeScript(busyLoopScript);
  try {
    expect(await readCpuMs(Number(child.pid))).toBeGreaterThanOrEqual(500);
  } finally {
    child.kill();
  }
});

test('excludes threads of Node other than the JavaScript thread', async () => {
  const child = await startNodeScript(
    `new (require('node:worker_threads').Worker)(${JSON.stringify(busyLoopScript)}, { eval: true });`,
  );
  try {
    expect(await readCpuMs(Number(child.pid))).toBeLessThan(500);
  } finally {
    child.kill();
  }
});

test('returns undefined for a process that does not exist', async () => {
  expect(await readCpuMs(2 ** 30)).toBeUndefined();
});
