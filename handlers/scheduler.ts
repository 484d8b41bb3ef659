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

/** A timer that fires so many milliseconds late finds a process that stood still: it was suspended, or kept busy. */
const suspensionThresholdMs = 1_000;

/** How long what came during a standstill may take to be read, in milliseconds. */
const catchUpMs = 1_000;

/**
 * The machine's own time. Its timers do not keep the process alive: the sockets do. After a standstill they wait for what
 * came meanwhile to be read, as they decide mostly about others from whom nothing has come.
 */
export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const wait = Math.max(0, milliseconds);
    const due = performance.now() + wait;
    let timer = setTimeout(() => {
      if (performance.now() - due < suspensionThresholdMs) {
        run();
        return;
      }
      timer = setTimeout(run, catchUpMs);
      timer.unref();
    }, wait);
    timer.unref();
    return () => clearTimeout(timer);
  },
  atEndOfTurn: (run) => void setImmediate(run),
};
