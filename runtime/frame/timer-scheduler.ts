/** Provides real time and timers for the frame loop. Tests can replace the implementation. */
export interface Scheduler {
  /** Returns the time of a monotonic clock in milliseconds. */
  now(): number;
  /**
   * Calls the task once after the given number of milliseconds, or as soon as possible if this time has already passed.
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
