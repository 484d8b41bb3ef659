/** What the frame loop asks of those who make a tick, so that the rest of the process has its turn in between. */
export interface TimeSlicing {
  /** Whether the tick has run long enough in one go; undefined while it is to be made in one go. */
  shouldYield: (() => boolean) | undefined;
  /** Told which graph runs from now on, and that none does; undefined while nobody wants to know. */
  onGraphEnter:
    | ((graph: { readonly graphId: string; readonly name: string } | undefined) => void)
    | undefined;
}

/** Parts of a tick, each as long as it may be. Whoever makes them all at once gets the same. */
export type TickSlices = Generator<void, void, void>;

/** Makes all parts at once. */
export const runAllSlices = (parts: TickSlices): void => {
  while (!parts.next().done);
};
