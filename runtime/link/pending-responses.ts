import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';

/** Tracks responses that arrive later than their command. */
interface PendingResponses {
  /**
   * @throws ApiError RUNTIME_TIMEOUT after this many milliseconds, if given; otherwise the error of the response or of
   * `rejectAll`
   */
  waitFor<T>(answer: Promise<T>, timeoutMs: number | undefined): Promise<T>;
  /** Rejects all pending responses with this error. Their results are ignored. */
  rejectAll(failure: ApiError): void;
}

/** Creates the error of a command that timed out. */
export const createCommandTimeoutError = (timeoutMs: number): ApiError =>
  new ApiError('RUNTIME_TIMEOUT', `The runtime did not answer within ${timeoutMs / 1000} s.`);

/** Creates the error of a command that was pending when the link was cut. */
export const createConnectionLostError = (): ApiError =>
  new ApiError(
    'RUNTIME_TIMEOUT',
    'The runtime was lost before it answered; whether it did what it was asked is not known.',
  );

/** Creates the error of a command that failed without an error code. @param why one sentence, or its beginning */
export const createRuntimeFailedError = (why: string): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The runtime failed: ${why}${/[.!?]$/.test(why) ? '' : '.'}`,
    undefined,
    'GET /api/console shows what it logged, GET /api/health whether it is still connected.',
  );

export const createPendingResponses = (scheduler: Scheduler): PendingResponses => {
  const waiting = new Set<(failure: ApiError) => void>();
  return {
    waitFor: (answer, timeoutMs) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          if (waiting.delete(fail)) settle();
          cancel();
        };
        const fail = (failure: unknown): void => end(() => reject(failure));
        const cancel =
          timeoutMs === undefined
            ? () => {}
            : scheduler.after(timeoutMs, () => fail(createCommandTimeoutError(timeoutMs)));
        waiting.add(fail);
        answer.then((result) => end(() => resolve(result)), fail);
      }),
    rejectAll(failure) {
      for (const fail of [...waiting]) fail(failure);
    },
  };
};
