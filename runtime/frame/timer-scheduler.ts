/** Real time and timers for the frame loop. Tests can replace it. */
export interface Scheduler {
  /** Returns the time of a monotonic clock in milliseconds. */
  now(): number;
  /**
   * Calls the task once after this many milliseconds, or as soon as possible if this time has already passed.
   * @returns a function that cancels the call
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
