import { readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** Length of a tick of /proc in milliseconds: 100 a second on every Linux that Node runs on. */
const tickMs = 10;

/**
 * CPU time that a process has used so far, in milliseconds; undefined where the system does not tell. Of Node that of
 * its first thread, which runs all JavaScript of a server: what collectors and compilers do beside it takes no time of
 * anybody's call. Of other programs that of all threads. Exact while the thread sleeps, up to 4 ms behind while it runs.
 */
export const readCpuMs = async (pid: number): Promise<number | undefined> => {
  try {
    // Whose process it is not may not see what it runs.
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
    // A kernel may be built without these statistics.
    return parseCpuTicks(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8'));
  }
};

const readProcessCpu = async (pid: number): Promise<number> =>
  parseCpuTicks(await readFile(`/proc/${pid}/stat`, 'utf8'));

const parseCpuTicks = (stat: string): number => {
  // The name of the program may hold blanks; what follows its bracket does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};
