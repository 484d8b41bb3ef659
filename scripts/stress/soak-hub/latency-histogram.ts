/** Counts durations of up to 10 s in steps of 0.1 ms. Its size does not depend on the number of durations. */
export interface LatencyHistogram {
  add(milliseconds: number): void;
  percentile(share: number): number;
}

const bucketsPerMs = 10;
const bucketCount = 100_000;

export const createLatencyHistogram = (): LatencyHistogram => {
  const counts = new Uint32Array(bucketCount + 1);
  let total = 0;
  return {
    add(milliseconds) {
      // biome-ignore lint/style/noNonNullAssertion: the index is between the first step and the last
      counts[Math.min(bucketCount, Math.max(0, Math.floor(milliseconds * bucketsPerMs)))]! += 1;
      total += 1;
    },
    percentile(share) {
      let counted = 0;
      const at = counts.findIndex((count) => {
        counted += count;
        return counted >= share * total;
      });
      return at / bucketsPerMs;
    },
  };
};
