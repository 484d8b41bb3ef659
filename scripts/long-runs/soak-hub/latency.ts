/** How long things took, in steps of 0.1 ms up to 10 s, however many there are. */
export interface Latency {
  add(milliseconds: number): void;
  percentile(share: number): number;
}

const stepsAMs = 10;
const steps = 100_000;

export const createLatency = (): Latency => {
  const counts = new Uint32Array(steps + 1);
  let total = 0;
  return {
    add(milliseconds) {
      // biome-ignore lint/style/noNonNullAssertion: the index is between the first step and the last
      counts[Math.min(steps, Math.max(0, Math.floor(milliseconds * stepsAMs)))]! += 1;
      total += 1;
    },
    percentile(share) {
      let seen = 0;
      const at = counts.findIndex((count) => {
        seen += count;
        return seen >= share * total;
      });
      return at / stepsAMs;
    },
  };
};
