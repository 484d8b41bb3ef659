import { readFile } from 'node:fs/promises';

/** Physical memory that a process holds, in megabytes of 10^6 bytes; undefined where the system does not tell. */
export const readResidentMb = async (pid: number): Promise<number | undefined> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    return Number.isNaN(kilobytes) ? undefined : (kilobytes * 1024) / 1e6;
  } catch {
    return undefined;
  }
};
