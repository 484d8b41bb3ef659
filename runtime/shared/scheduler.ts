/** A clock and timers, injected so that tests can control time. */
export interface Scheduler {
  /** Returns the time in milliseconds on a monotonic clock. */
  now(): number;
  /**
   * Runs a function after a delay in milliseconds, or as soon as possible if the delay is 0 or less.
   * @returns a function that cancels the call
   */
  after(milliseconds: number, run: () => void): () => void;
  /** Runs a function at the end of this event-loop turn, after everything that is already ready to run. */
  atEndOfTurn(run: () => void): void;
}

export type Timers = Pick<Scheduler, 'now' | 'after'>;

/** The machine's clock on any host. Its timers keep the process alive. */
export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
  atEndOfTurn(run) {
    if (typeof MessageChannel === 'undefined') return void setTimeout(run);
    // A message is used instead of a timer, because browsers delay even timers of zero by milliseconds.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      run();
    };
    port2.postMessage(0);
  },
};

/** If a timer fires at least this many milliseconds late, the process was suspended or blocked. */
const suspensionThresholdMs = 1_000;

/** The time for reading pending input after a suspension, in milliseconds. */
const catchUpMs = 1_000;

/**
 * The machine's clock for services on Node. The timers don't keep the process alive. After a suspension, the timers wait
 * until pending input has been read, because most of them act on clients that seem to have sent nothing.
 */
export const serviceScheduler: Scheduler = {
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
