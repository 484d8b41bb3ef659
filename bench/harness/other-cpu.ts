import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { splitStatFields, tickMs } from './process-cpu.ts';

/** The machine is not quiet when other processes use more than this many cores. */
const maxOtherCores = 0.1;

/**
 * Starts to measure how much CPU time other processes use.
 * @param ownPids the processes of the measurement. Their child processes belong to the measurement too
 * @returns a function that returns the average number of cores that other processes have used since the start, or
 * `undefined` when the operating system does not report it
 */
export const startOtherCpuMeter = (ownPids: readonly number[]): (() => number | undefined) => {
  const before = readCpuTimes(ownPids);
  const startedAt = performance.now();
  return () => {
    const after = readCpuTimes(ownPids);
    if (before === undefined || after === undefined) return undefined;
    const elapsedMs = performance.now() - startedAt;
    const otherMs = after.machineMs - before.machineMs - (after.ownMs - before.ownMs);
    // The kernel counts in whole ticks, so that the difference may be slightly below 0.
    return Math.min(availableParallelism(), Math.max(0, otherMs / elapsedMs));
  };
};

/** Whether other processes disturbed the measurement so much that its figures say nothing about the service. */
export const isDisturbed = (otherCores: number | undefined): boolean =>
  otherCores !== undefined && otherCores > maxOtherCores;

interface CpuTimes {
  readonly machineMs: number;
  readonly ownMs: number;
}

const readCpuTimes = (ownPids: readonly number[]): CpuTimes | undefined => {
  try {
    return { machineMs: readMachineCpuMs(), ownMs: readTreeCpuMs(ownPids) };
  } catch {
    return undefined;
  }
};

/** Reads the CPU time that the machine has spent on anything, including on other machines of the same host. */
const readMachineCpuMs = (): number => {
  const [, ...fields] = (/^cpu .*$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[0] ?? '').split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields.map(Number);
  return (user + nice + system + irq + softirq + steal) * tickMs;
};

interface ProcessTimes {
  readonly parent: number;
  /** The CPU time of the process and of those of its child processes that have ended. */
  readonly cpuMs: number;
}

/** Reads the CPU time of processes, their child processes, and those that have already ended. */
const readTreeCpuMs = (rootPids: readonly number[]): number => {
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? readProcessTimes(name) : undefined;
    if (times) processes.set(Number(name), times);
  }
  const isInTree = (pid: number): boolean => {
    if (rootPids.includes(pid)) return true;
    const parent = processes.get(pid)?.parent ?? 0;
    return parent !== 0 && isInTree(parent);
  };
  return [...processes].reduce((sum, [pid, { cpuMs }]) => (isInTree(pid) ? sum + cpuMs : sum), 0);
};

/** @returns `undefined` if the process has ended in the meantime */
const readProcessTimes = (pid: string): ProcessTimes | undefined => {
  try {
    const fields = splitStatFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), cpuMs: ticks * tickMs };
  } catch {
    return undefined;
  }
};
