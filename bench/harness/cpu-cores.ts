import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A core for whoever is measured and one for whoever causes the load. Left to the scheduler, the two share a core for seconds or wake
 * each other across cores: the same write took 4.1 µs in some rounds and 5.7 µs in others, and every ratio with it.
 */
export interface CoreAssignment {
  readonly measured: number;
  readonly load: number;
}

/** Two cores that this process may use; undefined where there are not two, or where `taskset` is not there or not allowed. */
export const findIsolatedCores = (): CoreAssignment | undefined => {
  const [measured, ...others] = readAllowedCores('self');
  if (measured === undefined || !unpinProcess(process.pid)) return undefined;
  const siblings = readSiblingCores(measured);
  const load = others.find((core) => !siblings.includes(core)) ?? others[0];
  return load === undefined ? undefined : { measured, load };
};

/** Keeps the first thread of a process on a core; those that it has started already go where they like. */
export const pinToCore = (pid: number, core: number): void => {
  spawnSync('taskset', ['-c', '-p', String(core), String(pid)]);
};

/** Lets all threads of a process go where this one may. @returns whether that could be done */
export const unpinProcess = (pid: number): boolean =>
  spawnSync('taskset', ['-a', '-c', '-p', readAllowedCores('self').join(), String(pid)]).status === 0;

/** Those that the first thread of a process may run on; none where the system does not tell. */
export const readAllowedCores = (pid: number | 'self'): number[] =>
  parseCoreList(/^Cpus_allowed_list:\s*(\S+)/m.exec(readTextOrEmpty(`/proc/${pid}/status`))?.[1] ?? '');

/** Those that are the same core in truth. */
const readSiblingCores = (core: number): number[] =>
  parseCoreList(readTextOrEmpty(`/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`));

/**
 * The numbers of a list of the kernel.
 * @param list such as `0-3,8`
 */
export const parseCoreList = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [first, last = first] = range.trim().split('-').map(Number);
    if (first === undefined || last === undefined || range.trim() === '') return [];
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  });

const readTextOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
