/** What adapters of platforms use of the world, so that tests can put something else in its place. */
export interface AdapterContext {
  readonly fetch: typeof fetch;
  /** From 0 up to but excluding 1. */
  random(): number;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Does something later. @returns forgets it */
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
