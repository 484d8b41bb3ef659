/** Draws the same in every run, so that reports can be compared. */
export const createRandom = (seed: number) => {
  let state = seed;
  /** From 0 to below the limit; a linear congruential generator, of which the upper bits are used. */
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    /** The same elements in another order. */
    shuffle<T>(list: readonly T[]): T[] {
      const shuffled = [...list];
      for (let i = shuffled.length - 1; i > 0; i -= 1) {
        const j = below(i + 1);
        // biome-ignore lint/style/noNonNullAssertion: both are within the list
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      return shuffled;
    },
  };
};
