import { mean, median } from './statistics.ts';

/** Works that stay the same, whatever is measured, by what of a machine they hang on. */
const workloads = {
  computing: 'computing',
  memory: 'memory',
  calls: 'system calls',
  objects: 'making objects',
} as const;

export type PaceKind = keyof typeof workloads;

/** How long a machine takes for each of the works, in milliseconds; or how many times as long as at another time. */
export type MachinePace = Readonly<Record<PaceKind, number>>;

export const paceKinds = Object.keys(workloads) as PaceKind[];

export const createMachinePace = (figure: (kind: PaceKind) => number): MachinePace =>
  Object.fromEntries(paceKinds.map((kind) => [kind, figure(kind)])) as MachinePace;

/** That around some work: before it and after. */
export const averagePaces = (paces: readonly MachinePace[]): MachinePace => reducePaces(paces, mean);

/** The least and the most that the machine took at any time. */
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

/** How many times as long the machine takes, by the median of what was asked before and after. */
export const getPaceChange = (
  pairs: readonly { readonly before: MachinePace; readonly after: MachinePace }[],
): MachinePace =>
  createMachinePace((kind) => median(pairs.map(({ before, after }) => after[kind] / before[kind])));

/** A text for each of the works, by its name in words. */
export const formatPace = (tell: (name: string, kind: PaceKind) => string | undefined): string =>
  paceKinds.flatMap((kind) => tell(workloads[kind], kind) ?? []).join(', ');

/** Whether a machine takes longer, or less long, for some work by more than a share. */
export const hasPaceDrift = (change: MachinePace, tolerance: number): boolean =>
  paceKinds.some((kind) => isOutsideTolerance(change[kind], tolerance));

export const isOutsideTolerance = (times: number, tolerance: number): boolean =>
  times > 1 + tolerance || times < 1 / (1 + tolerance);
