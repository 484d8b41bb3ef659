/** How long an interrupted run goes on to take away what it made, in milliseconds. */
const shutdownTimeoutMs = 10_000;

/** Ends what is under way because the run is to end. */
export class InterruptedError extends Error {
  override readonly name = 'Interrupted';
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** How much of a time to clean up there is, in milliseconds. */
  limitToRemaining(ms: number): number;
}

export const createInterruption = (signal: AbortSignal): Interruption => {
  let end = Number.POSITIVE_INFINITY;
  const set = (): void => {
    end = performance.now() + shutdownTimeoutMs;
  };
  if (signal.aborted) set();
  else signal.addEventListener('abort', set, { once: true });
  return { signal, limitToRemaining: (ms) => Math.max(0, Math.min(ms, Math.ceil(end - performance.now()))) };
};

/** What work comes to; rejects with {@link InterruptedError} as soon as a signal is given, and without beginning after it. */
export const runUnlessAborted = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  if (signal.aborted) throw new InterruptedError('interrupted');
  let give = (): void => {};
  const given = new Promise<never>((_, reject) => {
    give = () => reject(new InterruptedError('interrupted'));
  });
  signal.addEventListener('abort', give);
  try {
    return await Promise.race([work(), given]);
  } finally {
    signal.removeEventListener('abort', give);
  }
};
