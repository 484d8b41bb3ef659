/** The minimum number of bytes that are counted for a request, even if the request is shorter. */
const minRequestBytes = 4 * 1024;

interface ByteRateLimiter {
  /** Reserves bytes. Returns false if too few bytes are left in the current second. */
  tryTake(bytes: number): boolean;
}

/** Creates a limiter for the bytes per second of all senders together. */
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
