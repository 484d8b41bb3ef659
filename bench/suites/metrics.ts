import { readCpuMs } from '../harness/process-cpu.ts';
import type { Metric } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

export const p50Metric: Metric = { key: 'p50Ms', label: 'p50', unit: 'ms', better: 'lower' };

export const p99Metric: Metric = { key: 'p99Ms', label: 'p99', unit: 'ms', better: 'lower', isErratic: true };

/** Latency percentiles for the lateness of frames. Lateness is pure jitter, so it receives no ratio. */
export const frameLatenessMetrics: readonly Metric[] = [
  { ...p50Metric, label: 'late p50', isErratic: true },
  { ...p99Metric, label: 'late p99' },
];

/**
 * CPU time of the server for one job. Unlike wall-clock time, CPU time is hardly affected by other work on the machine.
 */
export const cpuMetric: Metric = { key: 'cpuMs', label: 'server CPU', unit: 'ms', better: 'lower' };

/**
 * Runs a job and measures the CPU time that a process uses meanwhile, in milliseconds. Returns NaN when the CPU time is
 * not known.
 */
export const measureCpu = async <T>(
  pid: number | undefined,
  job: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpuMs: number }> => {
  const startMs = await readCpuOrNaN(pid);
  const result = await job();
  return { result, cpuMs: (await readCpuOrNaN(pid)) - startMs };
};

/** Whether the CPU time of at least one target can be read. */
export const canReadCpu = async ({ targets }: Pick<SuiteContext, 'targets'>): Promise<boolean> => {
  const readings = await Promise.all(targets.map(({ pid }) => readCpuOrNaN(pid)));
  return readings.some(Number.isFinite);
};

const readCpuOrNaN = async (pid: number | undefined): Promise<number> =>
  (pid === undefined ? undefined : await readCpuMs(pid)) ?? Number.NaN;
