/** Wall-clock time in UTC, which doesn't change within a tick. */
export interface WallTime {
  /** Time in milliseconds since 1970. */
  readonly unixMs: number;
  /** ISO 8601 date, for example 2026-01-02T03:04:05.678Z. */
  readonly iso: string;
}

/** The wall-clock time of the current tick. */
interface TickWallTime {
  /** Starts a new tick, so that the next read returns the current time. */
  beginTick(): void;
  /** Returns the wall-clock time, which is the same for all reads in one tick. */
  read(): WallTime;
}

/**
 * @param now returns the time in milliseconds since 1970
 * @param observe called for the first read in a tick; all reads in this tick return the result of the call
 */
export const createTickWallTime = (now: () => number, observe: (unixMs: number) => number): TickWallTime => {
  let startMs = now();
  let current: WallTime | undefined;
  return {
    beginTick() {
      startMs = now();
      current = undefined;
    },
    read() {
      if (!current) {
        const unixMs = observe(startMs);
        current = { unixMs, iso: new Date(unixMs).toISOString() };
      }
      return current;
    },
  };
};
