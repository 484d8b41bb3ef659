/** The minimum cost of a short request. */
const minRequestBytes = 4 * 1024;

interface ByteRateLimiter {
  /** Reserves bytes. Returns false when too few are left in this second. */
  tryTake(bytes: number): boolean;
}

/** Limits the total bytes per second of all senders. */
export const createByteRateLimiter = (perSecond: number, now: () => number): ByteRateLimiter => {
  let windowStart = Number.NEGATIVE_INFINITY;
  let remaining = 0;
  return {
    tryTake(bytes) {
      const elapsed = now() - windowStart;
      if (elapsed >= 1_000 || elapsed < 0) {
        windowStart = now();
        remaining = perSecond;
      }
      const cost = Math.max(minRequestBytes, bytes);
      if (cost > remaining) return false;
      remaining -= cost;
      return true;
    },
  };
};
