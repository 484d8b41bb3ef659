/** Real time as the frame loop needs it. Tests pass their own. */
export interface Scheduler {
  /** Milliseconds since some fixed moment. Monotonic. */
  now(): number;
  /**
   * Calls the task once, in about this many milliseconds, or as soon as possible when that time has already passed.
   * @returns a function that cancels it.
   */
  after(milliseconds: number, task: () => void): () => void;
}

export const systemScheduler: Scheduler = {
  now: () => performance.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, Math.max(0, milliseconds));
    return () => clearTimeout(timer);
  },
};
