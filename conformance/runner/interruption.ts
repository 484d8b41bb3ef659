import { AuditStop } from './audit-outcome.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';

/** Creates a gate that lets an audit send requests until the audit's time is up. */
export const createRequestGate = () => {
  const pending = new Set<Promise<unknown>>();
  let isOpen = true;

  const sendRequest =
    <A extends readonly unknown[]>(method: (...args: A) => Promise<Reply>) =>
    async (...args: A): Promise<Reply> => {
      if (!isOpen) throw new AuditStop('NOT_VERIFIED', 'The audit ran out of time');
      const reply = method(...args);
      pending.add(reply);
      try {
        return await reply;
      } finally {
        pending.delete(reply);
      }
    };

  return {
    of: ({ send, get, post, put, delete: remove }: HttpClient): HttpClient => ({
      send: sendRequest(send),
      get: sendRequest(get),
      post: sendRequest(post),
      put: sendRequest(put),
      delete: sendRequest(remove),
    }),
    /** Closes the gate. Resolves when every pending request has its response. */
    async close(): Promise<void> {
      isOpen = false;
      await Promise.allSettled([...pending]);
    },
    /** Opens the gate again for the cleanup. */
    open(): void {
      isOpen = true;
    },
  };
};

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
