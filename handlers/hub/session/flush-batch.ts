import type { Scheduler } from '../../scheduler.ts';

/**
 * What a turn of the event loop leaves to do at its end. Holding events and answers until then makes one WebSocket
 * message of them, and lets no answer overtake the events that came before it.
 */
export interface FlushBatch {
  /** Sends events, before any answer of the turn. */
  addEvents(send: () => void): void;
  /** Sends answers. */
  addResponses(send: () => void): void;
  /** Runs something that nobody waits for: its failure is told of, and ends nothing else. */
  runSafely(run: () => void): void;
}

/** @param onFailure told of what could not be sent */
export const createFlushBatch = (scheduler: Scheduler, onFailure: (failure: unknown) => void): FlushBatch => {
  let events: (() => void)[] = [];
  let answers: (() => void)[] = [];
  const safely = (run: () => void) => {
    try {
      run();
    } catch (failure) {
      onFailure(failure);
    }
  };
  const end = () => {
    const all = [...events, ...answers];
    events = [];
    answers = [];
    for (const send of all) safely(send);
  };
  const schedule = () => {
    if (events.length + answers.length === 0) scheduler.atEndOfTurn(end);
  };
  return {
    runSafely: safely,
    addEvents(send) {
      schedule();
      events.push(send);
    },
    addResponses(send) {
      schedule();
      answers.push(send);
    },
  };
};
