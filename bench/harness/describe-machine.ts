import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { CoreAssignment } from './cpu-cores.ts';

/** The properties of a machine that affect figures. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly platform: string;
  readonly node: string;
  /**
   * One-minute load average before the first round. If the load average exceeds the number of cores, do not trust the
   * figures.
   */
  readonly loadBefore: number;
  /**
   * The cores to which the main threads of the measured process and of the load generator were pinned; absent when
   * nothing was pinned.
   */
  readonly kept?: CoreAssignment;
}

export const describeMachine = (pinnedCores?: CoreAssignment): Machine => {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryMb: Math.round(totalmem() / 2 ** 20),
    platform: `${platform()} ${release()}`,
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    ...(pinnedCores && { kept: pinnedCores }),
  };
};
