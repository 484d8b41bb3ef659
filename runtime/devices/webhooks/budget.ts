/** What a request takes at least, however short it is. */
const least = 4 * 1024;

interface Budget {
  /** Takes bytes; false when there are none left in this second. */
  admits(bytes: number): boolean;
}

/** How much is taken in a second, whoever sends it. */
export const createBudget = (perSecond: number, now: () => number): Budget => {
  let since = Number.NEGATIVE_INFINITY;
  let left = 0;
  return {
    admits(bytes) {
      const elapsed = now() - since;
      if (elapsed >= 1_000 || elapsed < 0) {
        since = now();
        left = perSecond;
      }
      const taken = Math.max(least, bytes);
      if (taken > left) return false;
      left -= taken;
      return true;
    },
  };
};
