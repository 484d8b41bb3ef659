import { readFile } from 'node:fs/promises';

/**
 * Reads the physical memory of a process in megabytes (10^6 bytes). Returns `undefined` when the operating system does
 * not report this memory.
 */
export const readResidentMb = async (pid: number): Promise<number | undefined> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    return Number.isNaN(kilobytes) ? undefined : (kilobytes * 1024) / 1e6;
  } catch {
    return undefined;
  }
};
