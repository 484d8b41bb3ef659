import type { SoakTarget } from './soak-target.ts';

/** Bytes that the process of a hub takes. */
export interface Footprint {
  /** What the system has given it. */
  readonly resident: number;
  /** What it holds after everything that is no longer needed has been let go, buffers included. */
  readonly held: number;
}

/** Nothing where the hub does not have a process of its own. */
export const footprint = async ({ memory }: SoakTarget): Promise<Footprint> => {
  const resident = memory?.resident() ?? 0;
  return { resident, held: (await memory?.held()) ?? 0 };
};

/** By how much memory may grow from chance: neither a tenth nor 15 MB is what a leak stops at. */
const allowance = { share: 1.1, bytes: 15_000_000 } as const;

/** What is wrong about the growth between two looks that ought to show the same. */
export const growthOf = (before: Footprint, after: Footprint): readonly string[] =>
  (['resident', 'held'] as const)
    .filter(
      (kind) => after[kind] > before[kind] * allowance.share && after[kind] > before[kind] + allowance.bytes,
    )
    .map((kind) => `${kind} memory grew from ${inMebibytes(before[kind])} to ${inMebibytes(after[kind])}`);

/** Rows of a report. */
export const footprintRows = (
  looks: readonly Footprint[],
): readonly (readonly [what: string, seen: string])[] => [
  ['memory resident', looks.map(({ resident }) => inMebibytes(resident)).join(', ')],
  ['memory held', looks.map(({ held }) => inMebibytes(held)).join(', ')],
];

const inMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

export const medianOf = (looks: readonly Footprint[]): Footprint => ({
  resident: median(looks.map(({ resident }) => resident)),
  held: median(looks.map(({ held }) => held)),
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
