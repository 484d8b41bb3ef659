import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readCpuMs } from './process-cpu.ts';

/** Starts Node with a few lines, and waits until it says that they are done. */
const startNodeScript = async (lines: string) => {
  const child = spawn(process.execPath, ['-e', `${lines}\nsetInterval(() => {}, 1000);`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
};

const busyLoopScript =
  'const began = process.cpuUsage(); while (process.cpuUsage(began).user < 600_000); console.log("done");';

test('the CPU time of a process is that of its work', async () => {
  const child = await startNodeScript(busyLoopScript);
  try {
    expect(await readCpuMs(Number(child.pid))).toBeGreaterThanOrEqual(500);
  } finally {
    child.kill();
  }
});

test('what Node does beside the thread that runs JavaScript does not count', async () => {
  const child = await startNodeScript(
    `new (require('node:worker_threads').Worker)(${JSON.stringify(busyLoopScript)}, { eval: true });`,
  );
  try {
    expect(await readCpuMs(Number(child.pid))).toBeLessThan(500);
  } finally {
    child.kill();
  }
});

test('a process that is not there has none', async () => {
  expect(await readCpuMs(2 ** 30)).toBeUndefined();
});
