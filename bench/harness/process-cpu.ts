import { readFile } from 'node:fs/promises';

/** Length of a tick of /proc in milliseconds: 100 a second on every Linux that Node runs on. */
const tickMs = 10;

/** CPU time that a process has used so far, in milliseconds; undefined where the system does not tell. */
export const cpuMsOf = async (pid: number): Promise<number | undefined> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold blanks; what follows its bracket does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
};
