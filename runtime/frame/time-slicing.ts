import type { Timers } from '../shared/scheduler.ts';

/**
 * Connects the frame loop with the work of a tick, so that the process can do other work between two slices of the
 * tick.
 */
export interface TimeSlicing {
  /** Returns whether the tick has run long enough and should yield; `undefined` while the tick must not yield. */
  shouldYield: (() => boolean) | undefined;
  /**
   * Called with the graph that runs from now on, or with `undefined` when no graph runs. The function itself is
   * `undefined` while nobody listens.
   */
  onGraphEnter:
    | ((graph: { readonly graphId: string; readonly name: string } | undefined) => void)
    | undefined;
}

/** Slices of a tick, each of limited duration. Running all slices at once gives the same result. */
export type TickSlices = Generator<void, void, void>;

/** Runs all slices without yielding between them. */
export const runAllSlices = (parts: TickSlices): void => {
  while (!parts.next().done);
};

/** Maximum milliseconds for which steps may run without yielding, so that requests don't have to wait long. */
const maxSliceMs = 8;

/**
 * Starts a time slice.
 * @returns a function that indicates whether the time is used up, so that the process should do other work
 */
export const beginTimeSlice = ({ now }: Pick<Timers, 'now'>): (() => boolean) => {
  const end = now() + maxSliceMs;
  return () => now() >= end;
};
