import { expect, test } from 'vitest';
import { cpuMsOf } from './process-cpu.ts';

test('the CPU time of a process grows with its work', async () => {
  const before = await cpuMsOf(process.pid);
  const own = process.cpuUsage();
  while (process.cpuUsage(own).user < 100_000);
  expect(Number(await cpuMsOf(process.pid)) - Number(before)).toBeGreaterThanOrEqual(80);
});

test('a process that is not there has none', async () => {
  expect(await cpuMsOf(2 ** 30)).toBeUndefined();
});
