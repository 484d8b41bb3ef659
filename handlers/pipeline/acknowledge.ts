import type { Controller } from '../controller/controller.ts';
import type { ApiError } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { createTurnBatcher } from '../turn-batcher.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

/**
 * Delays a response until all edits made so far would survive a crash of the process. Edits from the same event-loop
 * turn share one write.
 * @param startedAt the time at which the call began, on the scheduler's clock
 * @param toUnsavedReply creates the response if edits could not be saved
 */
export type Acknowledge = <T>(
  reply: T,
  startedAt: number,
  toUnsavedReply: (failure: ApiError) => T,
) => MaybePromise<T>;

export const createAcknowledge = (
  controller: Pick<Controller, 'commitEdits' | 'hasUncommittedEdits' | 'editFailure'>,
  scheduler: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
): Acknowledge => {
  const runBatched = createTurnBatcher(scheduler, controller.commitEdits);
  return (reply, startedAt, toUnsavedReply) => {
    if (!controller.hasUncommittedEdits) return reply;
    return new Promise((resolve) => {
      runBatched(() => {
        const failure = controller.hasUncommittedEdits ? controller.editFailure : undefined;
        resolve(failure ? toUnsavedReply(failure) : reply);
      }, startedAt);
    });
  };
};
