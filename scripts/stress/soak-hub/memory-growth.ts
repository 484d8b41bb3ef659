import type { SoakTarget } from './soak-target.ts';

/** Bytes that the process of a hub takes. */
export interface MemoryFootprint {
  /** What the system has given it. */
  readonly resident: number;
  /** What it holds after everything that is no longer needed has been let go, buffers included. */
  readonly held: number;
}

/** Nothing where the hub does not have a process of its own. */
export const measureMemory = async ({ memory }: SoakTarget): Promise<MemoryFootprint> => {
  const resident = memory?.resident() ?? 0;
  return { resident, held: (await memory?.held()) ?? 0 };
};

/** By how much memory may grow from chance: neither a tenth nor 15 MB is what a leak stops at. */
const allowedGrowth = { share: 1.1, bytes: 15_000_000 } as const;

/** What is wrong about the growth between two looks that ought to show the same. */
export const describeGrowth = (before: MemoryFootprint, after: MemoryFootprint): readonly string[] =>
  (['resident', 'held'] as const)
    .filter(
      (kind) =>
        after[kind] > before[kind] * allowedGrowth.share && after[kind] > before[kind] + allowedGrowth.bytes,
    )
    .map((kind) => `${kind} memory grew from ${toMebibytes(before[kind])} to ${toMebibytes(after[kind])}`);

/** Rows of a report. */
export const createMemoryRows = (
  looks: readonly MemoryFootprint[],
): readonly (readonly [what: string, seen: string])[] => [
  ['memory resident', looks.map(({ resident }) => toMebibytes(resident)).join(', ')],
  ['memory held', looks.map(({ held }) => toMebibytes(held)).join(', ')],
];

const toMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

export const getMedianFootprint = (looks: readonly MemoryFootprint[]): MemoryFootprint => ({
  resident: getMedian(looks.map(({ resident }) => resident)),
  held: getMedian(looks.map(({ held }) => held)),
});

const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
