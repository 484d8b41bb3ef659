import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '../frame/timer-scheduler.ts';

/** Waits for answers that come later than the command that they are to. */
interface PendingResponses {
  /** @throws Fault RUNTIME_TIMEOUT once these milliseconds have passed, if there are any; whatever the answer or `giveUp` throws before. */
  waitFor<T>(answer: Promise<T>, timeoutMs: number | undefined): Promise<T>;
  /** Ends all waiting with this. What the answers come to is not heard any more. */
  rejectAll(failure: ApiError): void;
}

/** What a command comes to that was not answered in time. */
export const createCommandTimeoutError = (timeoutMs: number): ApiError =>
  new ApiError('RUNTIME_TIMEOUT', `The runtime did not answer within ${timeoutMs / 1000} s.`);

/** What a command comes to that was under way when the link was cut. */
export const createConnectionLostError = (): ApiError =>
  new ApiError(
    'RUNTIME_TIMEOUT',
    'The runtime was lost before it answered; whether it did what it was asked is not known.',
  );

/** What a command comes to that the runtime failed at in a way that no code tells. @param why one sentence, or its beginning */
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
