/** The environment of platform adapters. Tests can replace it. */
export interface AdapterContext {
  readonly fetch: typeof fetch;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** Returns milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `task` once after a delay. @returns a function that cancels it */
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
