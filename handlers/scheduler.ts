/** Time for the hub, injected so that tests can step it. */
export interface Scheduler {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /**
   * Runs a function after these milliseconds; as soon as possible for 0 or less.
   * @returns a function that cancels it
   */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs a function at the end of this event-loop turn, after everything that is ready now. */
  atEndOfTurn(run: () => void): void;
}

/** A timer that fires this many milliseconds late shows that the process was suspended or blocked. */
const suspensionThresholdMs = 1_000;

/** How long reading may take after a suspension, in milliseconds. */
const catchUpMs = 1_000;

/**
 * The time of the machine. Its timers don't keep the process alive. After a suspension they wait until pending input
 * was read, because most of them act on clients that have sent nothing.
 */
export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const delay = Math.max(0, milliseconds);
    const dueAt = performance.now() + delay;
    let timer = setTimeout(() => {
      if (performance.now() - dueAt < suspensionThresholdMs) {
        run();
        return;
      }
      timer = setTimeout(run, catchUpMs);
      timer.unref();
    }, delay);
    timer.unref();
    return () => clearTimeout(timer);
  },
  atEndOfTurn: (run) => void setImmediate(run),
};
