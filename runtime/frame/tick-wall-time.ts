/** Wall-clock time in UTC. It doesn't change within a tick. */
export interface WallTime {
  /** Milliseconds since 1970. */
  readonly unixMs: number;
  /** For example 2026-01-02T03:04:05.678Z. */
  readonly iso: string;
}

/** The wall-clock time of the current tick. */
interface TickWallTime {
  /** Starts a new tick, which makes the next read return the current time. */
  beginTick(): void;
  /** Returns the wall-clock time, the same for all reads in a tick. */
  read(): WallTime;
}

/**
 * @param now returns milliseconds since 1970
 * @param observe called for the first read in a tick; all reads return its result
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
