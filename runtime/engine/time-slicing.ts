/** Connects the frame loop with the work of a tick, so that the process can do other work in between. */
export interface TimeSlicing {
  /** Whether the tick has run long enough; undefined while it must not yield. */
  shouldYield: (() => boolean) | undefined;
  /** Called with the graph that runs from now on, or none; undefined while nobody listens. */
  onGraphEnter:
    | ((graph: { readonly graphId: string; readonly name: string } | undefined) => void)
    | undefined;
}

/** Slices of a tick, each bounded in time. Running them all at once gives the same result. */
export type TickSlices = Generator<void, void, void>;

/** Runs all slices at once. */
export const runAllSlices = (parts: TickSlices): void => {
  while (!parts.next().done);
};
