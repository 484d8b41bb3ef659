import { ApiError } from '#spec/errors.ts';
import type { Timers } from '../shared/scheduler.ts';

export const createCommandTimeoutError = (timeoutMs: number): ApiError =>
  new ApiError('RUNTIME_TIMEOUT', `The runtime did not answer within ${timeoutMs / 1000} s.`);

export const createConnectionLostError = (): ApiError =>
  new ApiError(
    'RUNTIME_TIMEOUT',
    'The connection to the runtime was lost before it responded. Whether the command took effect is unknown.',
  );

/**
 * Creates the error for a command that failed without an error code.
 * @param reason one sentence, or the beginning of one
 */
export const createRuntimeFailedError = (reason: string): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The runtime failed: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`,
    undefined,
    'GET /api/console shows what it logged, GET /api/health whether it is still connected.',
  );

/** Waits for responses that arrive some time after their command. */
export const createPendingResponses = (scheduler: Timers) => {
  const pending = new Set<(failure: ApiError) => void>();
  return {
    /**
     * Waits for a response.
     * @throws ApiError RUNTIME_TIMEOUT after the given time; otherwise the error of the response, or the error passed to
     * `rejectAll`
     */
    waitFor: <T>(response: Promise<T>, timeoutMs: number | undefined): Promise<T> =>
      new Promise((resolve, reject) => {
        const finish = (settle: () => void): void => {
          if (pending.delete(fail)) settle();
          cancel();
        };
        const fail = (failure: unknown): void => finish(() => reject(failure));
        const cancel =
          timeoutMs === undefined
            ? () => {}
            : scheduler.after(timeoutMs, () => fail(createCommandTimeoutError(timeoutMs)));
        pending.add(fail);
        response.then((result) => finish(() => resolve(result)), fail);
      }),
    /** Rejects all pending responses with this error. Results that arrive later are ignored. */
    rejectAll(failure: ApiError) {
      for (const fail of [...pending]) fail(failure);
    },
  };
};
