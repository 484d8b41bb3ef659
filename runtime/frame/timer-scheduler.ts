/** Real time as the frame loop needs it; tests pass one of their own. */
export interface Scheduler {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /**
   * Calls the task once, in about this many milliseconds; as soon as it can when that time has passed already.
   * @returns a function that calls it off.
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
