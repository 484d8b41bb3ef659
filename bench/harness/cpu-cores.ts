import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * One core for the measured process and one for the load generator. Without pinning, the scheduler lets both processes
 * share a core for seconds, or makes them wake each other across cores: the same write took 4.1 µs in some rounds and
 * 5.7 µs in others, and all ratios varied accordingly.
 */
export interface CoreAssignment {
  readonly measured: number;
  readonly load: number;
}

/**
 * Finds two cores for the measurement. Returns `undefined` when fewer are available, or when `taskset` is missing or
 * not permitted.
 */
export const findIsolatedCores = (): CoreAssignment | undefined => {
  const [measured, ...otherCores] = readAllowedCores('self');
  if (measured === undefined || !unpinProcess(process.pid)) return undefined;
  const siblings = readSiblingCores(measured);
  const load = otherCores.find((core) => !siblings.includes(core)) ?? otherCores[0];
  return load === undefined ? undefined : { measured, load };
};

/** Pins the main thread of a process to a core. Threads that the process has already started stay unpinned. */
export const pinToCore = (pid: number, core: number): void => {
  spawnSync('taskset', ['-c', '-p', String(core), String(pid)]);
};

/**
 * Lets all threads of a process run on every core that this process may use.
 * @returns whether the threads could be unpinned
 */
export const unpinProcess = (pid: number): boolean =>
  spawnSync('taskset', ['-a', '-c', '-p', readAllowedCores('self').join(), String(pid)]).status === 0;

/**
 * Returns the cores on which the main thread of a process may run, or an empty list when the operating system does not
 * report them.
 */
export const readAllowedCores = (pid: number | 'self'): number[] =>
  parseCoreList(/^Cpus_allowed_list:\s*(\S+)/m.exec(readTextOrEmpty(`/proc/${pid}/status`))?.[1] ?? '');

/** Returns all logical cores that share a physical core with the given core. */
const readSiblingCores = (core: number): number[] =>
  parseCoreList(readTextOrEmpty(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`));

/**
 * Parses a core list in the format of the Linux kernel.
 * @param list a list such as `0-3,8`
 */
export const parseCoreList = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [first, last = first] = range.trim().split('-').map(Number);
    if (first === undefined || last === undefined || range.trim() === '') return [];
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });

const readTextOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
