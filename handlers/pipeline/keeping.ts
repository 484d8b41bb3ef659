import type { Controller } from '#runtime/controller/controller.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { createGathering } from '../gathering.ts';
import type { Scheduler } from '../scheduler.ts';

/** @param began when the call began that this answers */
type Keep = <T>(answer: T, began: number) => MaybePromise<T>;

/**
 * Holds answers until every edit so far would survive the process: none is acknowledged before, nor is what failed behind
 * one. Those of one turn are noted down by one write.
 */
export const createKeep = (
  controller: Pick<Controller, 'commitEdits' | 'hasUnnotedEdits'>,
  scheduler: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
): Keep => {
  const gather = createGathering(scheduler, controller.commitEdits);
  return (answer, began) =>
    controller.hasUnnotedEdits ? new Promise((resolve) => gather(() => resolve(answer), began)) : answer;
};
