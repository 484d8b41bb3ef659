/** What platform adapters need from their environment. Tests can replace these functions. */
export interface AdapterContext {
  readonly fetch: typeof fetch;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Returns the time of a monotonic clock in milliseconds. */
  now(): number;
  /**
   * Calls `task` once after a delay.
   * @returns a function that cancels the call
   */
  after(milliseconds: number, task: () => void): () => void;
}

export const systemAdapterContext: AdapterContext = {
  fetch: (...request) => fetch(...request),
  random: Math.random,
  now: () => performance.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
