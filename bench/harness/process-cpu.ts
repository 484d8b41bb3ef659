import { readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** Length of a /proc tick in milliseconds. Every Linux that Node runs on has 100 ticks per second. */
export const tickMs = 10;

/**
 * Reads the CPU time that a process has used so far, in milliseconds. Returns `undefined` when the operating system
 * does not report it. For Node, counts only the main thread, which runs all JavaScript: garbage collector and compiler
 * threads don't delay calls. For other programs, counts all threads. The value is exact while the thread sleeps, and up
 * to 4 ms out of date while it runs.
 */
export const readCpuMs = async (pid: number): Promise<number | undefined> => {
  try {
    // Only the owner of a process may read the path of its program.
    const program = basename(await readlink(`/proc/${pid}/exe`).catch(() => ''));
    return program.startsWith('node') ? await readMainThreadCpu(pid) : await readProcessCpu(pid);
  } catch {
    return undefined;
  }
};

const readMainThreadCpu = async (pid: number): Promise<number> => {
  try {
    const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    // The file may be missing, because the kernel can be built without these statistics.
    return parseCpuTicks(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8'));
  }
};

const readProcessCpu = async (pid: number): Promise<number> =>
  parseCpuTicks(await readFile(`/proc/${pid}/stat`, 'utf8'));

/** Returns the fields of a /proc stat file after the program's name, beginning with the state. */
export const splitStatFields = (stat: string): string[] =>
  // The name is in parentheses and may contain spaces. The fields after it do not.
  stat.slice(stat.lastIndexOf(')') + 2).split(' ');

const parseCpuTicks = (stat: string): number => {
  const fields = splitStatFields(stat);
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};
