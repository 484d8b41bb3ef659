/** Time as the hub sees it: passed in, so that tests step it. */
export interface Scheduler {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /**
   * Runs once these milliseconds have passed; as soon as it can when there are none left.
   * @returns a function that calls it off.
   */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs when everything that is at hand in this turn of the event loop has been seen to. */
  atEndOfTurn(run: () => void): void;
}

/** The machine's own time. Its timers do not keep the process alive: the sockets do. */
export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    timer.unref();
    return () => clearTimeout(timer);
  },
  atEndOfTurn: (run) => void setImmediate(run),
};
