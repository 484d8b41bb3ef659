import type { WallTime } from '../nodes/grammar/context.ts';

/** The world's time as a tick sees it. */
export interface WallTimeOfTick {
  /** Begins a tick: its moment is now. */
  begin(): void;
  /** The moment at which the tick began, the same for all who ask. */
  read(): WallTime;
}

/**
 * @param now milliseconds since 1970.
 * @param use told of a reading when somebody asks for it, at most once a tick; what it returns is what they get.
 */
export const createWallTime = (now: () => number, use: (unixMs: number) => number): WallTimeOfTick => {
  let began = now();
  let shown: WallTime | undefined;
  return {
    begin() {
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
