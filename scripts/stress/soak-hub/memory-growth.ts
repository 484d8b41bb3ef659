import type { SoakTarget } from './soak-target.ts';

/** Memory in bytes that the hub's process uses. */
export interface MemoryFootprint {
  /** Resident set size. */
  readonly resident: number;
  /** Memory in use after a garbage collection, including buffers. */
  readonly used: number;
}

/** Measures the hub's memory. Returns zeros if the hub has no process of its own. */
export const measureMemory = async ({ memory }: SoakTarget): Promise<MemoryFootprint> => {
  const resident = memory?.resident() ?? 0;
  return { resident, used: (await memory?.used()) ?? 0 };
};

/** Growth that still counts as noise. Only growth of more than a tenth and more than 15 MB is a leak. */
const allowedGrowth = { share: 1.1, bytes: 15_000_000 } as const;

/** Describes memory growth between two measurements that should be equal. */
export const describeGrowth = (before: MemoryFootprint, after: MemoryFootprint): readonly string[] =>
  (['resident', 'used'] as const)
    .filter(
      (kind) =>
        after[kind] > before[kind] * allowedGrowth.share && after[kind] > before[kind] + allowedGrowth.bytes,
    )
    .map((kind) => `${kind} memory grew from ${toMebibytes(before[kind])} to ${toMebibytes(after[kind])}`);

export const createMemoryRows = (
  samples: readonly MemoryFootprint[],
): readonly (readonly [what: string, seen: string])[] => [
  ['memory resident', samples.map(({ resident }) => toMebibytes(resident)).join(', ')],
  ['memory in use', samples.map(({ used }) => toMebibytes(used)).join(', ')],
];

const toMebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

export const getMedianFootprint = (samples: readonly MemoryFootprint[]): MemoryFootprint => ({
  resident: getMedian(samples.map(({ resident }) => resident)),
  used: getMedian(samples.map(({ used }) => used)),
});

const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
