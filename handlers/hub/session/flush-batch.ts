import type { Scheduler } from '../../scheduler.ts';

/**
 * Collects what to send at the end of an event-loop turn. This puts the turn's events and responses into one WebSocket
 * message, and no response overtakes earlier events.
 */
export interface FlushBatch {
  /** Sends events, before any response of the turn. */
  addEvents(send: () => void): void;
  /** Sends responses. */
  addResponses(send: () => void): void;
  /** Runs a function whose failure is reported and stops nothing else. */
  runSafely(run: () => void): void;
}

/** @param onFailure called with what could not be sent */
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
