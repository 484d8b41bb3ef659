/** The environment of platform adapters. Tests replace it. */
export interface AdapterContext {
  readonly fetch: typeof fetch;
  /** From 0 up to but excluding 1. */
  random(): number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Runs some work later. @returns cancels it */
  after(milliseconds: number, work: () => void): () => void;
}

export const systemAdapterContext: AdapterContext = {
  fetch: (...request) => fetch(...request),
  random: Math.random,
  now: () => performance.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
