import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isDisturbed, startOtherCpuMeter } from './other-cpu.ts';

const busyScript =
  'const began = process.cpuUsage(); while (process.cpuUsage(began).user < 500_000); console.log("done"); setInterval(() => {}, 1000);';

/** Starts a process and waits until it has used half a second of CPU time. */
const runBusyProcess = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['-e', busyScript], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child;
};

const stop = async (child: ChildProcess): Promise<void> => {
  const closed = once(child, 'close');
  child.kill();
  await closed;
};

test('the CPU time of processes that do not belong to the measurement counts, also after they have ended', async () => {
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const startedAt = performance.now();
  // Another process is the whole measurement, so that this one and its children are the others.
  const readOther = startOtherCpuMeter([Number(bystander.pid)]);
  await stop(await runBusyProcess());
  const otherCores = readOther();
  const elapsedMs = performance.now() - startedAt;
  await stop(bystander);
  expect(Number(otherCores) * elapsedMs).toBeGreaterThan(400);
});

test('the CPU time of child processes belongs to the measurement, whether they run or have ended', async () => {
  const startedAt = performance.now();
  const readAllButOwn = startOtherCpuMeter([process.pid]);
  const readAll = startOtherCpuMeter([]);
  const running = await runBusyProcess();
  await stop(await runBusyProcess());
  const [withoutOwn = Number.NaN, all = Number.NaN] = [readAllButOwn(), readAll()];
  const elapsedMs = performance.now() - startedAt;
  await stop(running);
  expect((all - withoutOwn) * elapsedMs).toBeGreaterThan(900);
});

test('the machine counts as quiet up to a tenth of a core', () => {
  expect([0, 0.1, 0.11, undefined].map(isDisturbed)).toEqual([false, false, true, false]);
});
