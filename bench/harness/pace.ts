import { mean, median } from './statistics.ts';

/** Works that stay the same, whatever is measured, by what of a machine they hang on. */
const works = {
  computing: 'computing',
  memory: 'memory',
  calls: 'system calls',
  objects: 'making objects',
} as const;

export type PaceKind = keyof typeof works;

/** How long a machine takes for each of the works, in milliseconds; or how many times as long as at another time. */
export type Pace = Readonly<Record<PaceKind, number>>;

export const paceKinds = Object.keys(works) as PaceKind[];

export const paceOf = (figure: (kind: PaceKind) => number): Pace =>
  Object.fromEntries(paceKinds.map((kind) => [kind, figure(kind)])) as Pace;

/** That around some work: before it and after. */
export const meanPace = (paces: readonly Pace[]): Pace => reduced(paces, mean);

/** The least and the most that the machine took at any time. */
export const paceBounds = (paces: readonly Pace[]): { readonly least: Pace; readonly most: Pace } => ({
  least: reduced(paces, (values) => Math.min(...values)),
  most: reduced(paces, (values) => Math.max(...values)),
});

const reduced = (paces: readonly Pace[], reduce: (values: readonly number[]) => number): Pace =>
  paceOf((kind) => reduce(paces.map((pace) => pace[kind])));

/** How many times as long the machine takes, by the median of what was asked before and after. */
export const paceChange = (pairs: readonly { readonly before: Pace; readonly after: Pace }[]): Pace =>
  paceOf((kind) => median(pairs.map(({ before, after }) => after[kind] / before[kind])));

/** A text for each of the works, by its name in words. */
export const tellPace = (tell: (name: string, kind: PaceKind) => string | undefined): string =>
  paceKinds.flatMap((kind) => tell(works[kind], kind) ?? []).join(', ');

/** Whether a machine takes longer, or less long, for some work by more than a share. */
export const isUneven = (change: Pace, tolerance: number): boolean =>
  paceKinds.some((kind) => isBeyond(change[kind], tolerance));

export const isBeyond = (times: number, tolerance: number): boolean =>
  times > 1 + tolerance || times < 1 / (1 + tolerance);
