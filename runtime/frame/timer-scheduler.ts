/** Real time for the frame loop. Tests can replace it. */
export interface Scheduler {
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /**
   * Calls the task once after this many milliseconds; as soon as possible if that time has passed.
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
