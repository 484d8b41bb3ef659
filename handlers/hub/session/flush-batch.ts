import type { Scheduler } from '#runtime/shared/scheduler.ts';

/**
 * Collects what to send at the end of an event-loop turn. As a result, a turn's events and responses share one
 * WebSocket message, and no response overtakes earlier events.
 */
export interface FlushBatch {
  /** Adds a function that sends events. It runs before any response of the turn is sent. */
  addEvents(send: () => void): void;
  /** Adds a function that sends responses. */
  addResponses(send: () => void): void;
  /** Runs a function. If it fails, the failure is reported and doesn't affect anything else. */
  runSafely(run: () => void): void;
}

/** @param onFailure called with the error when something could not be sent */
export const createFlushBatch = (scheduler: Scheduler, onFailure: (failure: unknown) => void): FlushBatch => {
  let events: (() => void)[] = [];
  let responses: (() => void)[] = [];
  const safely = (run: () => void) => {
    try {
      run();
    } catch (failure) {
      onFailure(failure);
    }
  };
  const end = () => {
    const all = [...events, ...responses];
    events = [];
    responses = [];
    for (const send of all) safely(send);
  };
  const schedule = () => {
    if (events.length + responses.length === 0) scheduler.atEndOfTurn(end);
  };
  return {
    runSafely: safely,
    addEvents(send) {
      schedule();
      events.push(send);
    },
    addResponses(send) {
      schedule();
      responses.push(send);
    },
  };
};
