/** How long an interrupted run may spend on cleanup, in milliseconds. */
const shutdownTimeoutMs = 10_000;

/** Thrown to end work in progress, because the run has been interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'Interrupted';
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** Limits a duration in milliseconds to the time that is left for cleanup. */
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

/**
 * Runs work unless the signal is already aborted. Rejects with {@link InterruptedError} as soon as the signal is
 * aborted.
 */
export const runUnlessAborted = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  if (signal.aborted) throw new InterruptedError('interrupted');
  let interrupt = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new InterruptedError('interrupted'));
  });
  signal.addEventListener('abort', interrupt);
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
};
