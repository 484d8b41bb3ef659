import { listKeys, mapToRecord } from '../../conformance/json.ts';
import { mean, median } from './statistics.ts';

/** Fixed workloads, keyed by the part of the machine that limits them. */
const workloads = {
  computing: 'computing',
  memory: 'memory',
  calls: 'system calls',
  objects: 'making objects',
} as const;

export type PaceKind = keyof typeof workloads;

/** The milliseconds that the machine needs for each workload, or the ratio of two such times. */
export type MachinePace = Readonly<Record<PaceKind, number>>;

export const paceKinds = listKeys(workloads);

export const createMachinePace = (getValue: (kind: PaceKind) => number): MachinePace =>
  mapToRecord(paceKinds, getValue);

/** Averages the paces measured before and after some work. */
export const averagePaces = (paces: readonly MachinePace[]): MachinePace => reducePaces(paces, mean);

/** Returns the shortest and the longest time of each workload. */
export const getPaceBounds = (
  paces: readonly MachinePace[],
): { readonly least: MachinePace; readonly most: MachinePace } => ({
  least: reducePaces(paces, (values) => Math.min(...values)),
  most: reducePaces(paces, (values) => Math.max(...values)),
});

const reducePaces = (
  paces: readonly MachinePace[],
  reduce: (values: readonly number[]) => number,
): MachinePace => createMachinePace((kind) => reduce(paces.map((pace) => pace[kind])));

/** Returns, for each workload, the median ratio of the time after to the time before. */
export const getPaceChange = (
  pairs: readonly { readonly before: MachinePace; readonly after: MachinePace }[],
): MachinePace =>
  createMachinePace((kind) => median(pairs.map(({ before, after }) => after[kind] / before[kind])));

/** Formats a string for each workload, using the workload's display name. */
export const formatPace = (format: (name: string, kind: PaceKind) => string | undefined): string =>
  paceKinds.flatMap((kind) => format(workloads[kind], kind) ?? []).join(', ');

/**
 * Whether the time of any workload has changed by more than the tolerance.
 * @param tolerance the permitted relative change, for instance 0.25
 */
export const hasPaceDrift = (change: MachinePace, tolerance: number): boolean =>
  paceKinds.some((kind) => isOutsideTolerance(change[kind], tolerance));

export const isOutsideTolerance = (times: number, tolerance: number): boolean =>
  times > 1 + tolerance || times < 1 / (1 + tolerance);
