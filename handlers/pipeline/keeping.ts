import type { Controller } from '#runtime/controller/controller.ts';
import type { Fault } from '#spec/errors.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { createGathering } from '../gathering.ts';
import type { Scheduler } from '../scheduler.ts';

/**
 * @param began when the call began that this answers
 * @param unsaved what is answered instead when the edits could not be saved
 */
type Keep = <T>(answer: T, began: number, unsaved: (failure: Fault) => T) => MaybePromise<T>;

/**
 * Holds answers until every edit so far would survive the process: none is acknowledged before, nor is what failed behind
 * one. Those of one turn are noted down by one write.
 */
export const createKeep = (
  controller: Pick<Controller, 'commitEdits' | 'hasUnnotedEdits' | 'editFailure'>,
  scheduler: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
): Keep => {
  const gather = createGathering(scheduler, controller.commitEdits);
  return (answer, began, unsaved) => {
    if (!controller.hasUnnotedEdits) return answer;
    return new Promise((resolve) => {
      gather(() => {
        const failure = controller.hasUnnotedEdits ? controller.editFailure : undefined;
        resolve(failure ? unsaved(failure) : answer);
      }, began);
    });
  };
};
