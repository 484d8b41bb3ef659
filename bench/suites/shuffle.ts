/** Shuffles deterministically, so that reports from several runs can be compared. */
export const shuffle = <T>(list: readonly T[], seed: number): T[] => {
  const shuffled = [...list];
  let state = seed;
  for (let i = shuffled.length - 1; i > 0; i -= 1) {
    // This is a linear congruential generator; only its high bits are random enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    // biome-ignore lint/style/noNonNullAssertion: both indexes are within the list
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
};
