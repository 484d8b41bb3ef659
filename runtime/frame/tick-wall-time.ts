/** A moment of wall-clock time in UTC, the same for a whole tick. */
export interface WallTime {
  /** Milliseconds since 1970. */
  readonly unixMs: number;
  /** Such as 2026-01-02T03:04:05.678Z. */
  readonly iso: string;
}

/** The wall-clock time as a tick sees it. */
interface TickWallTime {
  /** Begins a tick: its moment is now. */
  beginTick(): void;
  /** The moment at which the tick began, the same for all readers. */
  read(): WallTime;
}

/**
 * @param now milliseconds since 1970.
 * @param use called on the first read in a tick; readers get the value that it returns.
 */
export const createTickWallTime = (now: () => number, use: (unixMs: number) => number): TickWallTime => {
  let began = now();
  let shown: WallTime | undefined;
  return {
    beginTick() {
      began = now();
      shown = undefined;
    },
    read() {
      if (!shown) {
        const unixMs = use(began);
        shown = { unixMs, iso: new Date(unixMs).toISOString() };
      }
      return shown;
    },
  };
};
