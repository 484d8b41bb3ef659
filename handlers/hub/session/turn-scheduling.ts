/** Decides what a hub handles and sends in each event-loop turn. */
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { HubLimits } from '../hub-limits.ts';

/** A client that has messages to handle. */
export interface FairTask {
  /**
   * Handles the client's next message.
   * @returns whether there was a message
   */
  handleNext(): boolean;
  /**
   * Stops reading from the client until `resume` is called, because the client's remaining messages must wait for later
   * event-loop turns.
   */
  pause(): void;
  /** Called when none of the client's messages is waiting any more. */
  resume(): void;
}

/** The number of messages after which the clock is read. A turn with fewer messages is never timed. */
const messagesPerClockCheck = 4;

/** @param beforeEach called before each message is handled */
export const createFairScheduler = (
  { maxMessagesPerTurn, maxTurnMs }: HubLimits,
  scheduler: Scheduler,
  beforeEach: () => void = () => {},
) => {
  const waiting = new Set<FairTask>();
  let isOpen = false;
  let handled = 0;
  let startedAt = 0;

  const open = () => {
    startedAt = scheduler.now();
    isOpen = true;
    scheduler.atEndOfTurn(end);
  };
  const isLate = () =>
    handled > 0 && handled % messagesPerClockCheck === 0 && scheduler.now() - startedAt >= maxTurnMs;
  const isFull = () => handled >= maxMessagesPerTurn || isLate();
  const step = (task: FairTask): boolean => {
    beforeEach();
    if (!task.handleNext()) return false;
    handled += 1;
    if (!isOpen && handled >= messagesPerClockCheck) open();
    return true;
  };

  /** Ends a turn. Clients that are already waiting are served first in the next turn, before new clients. */
  const end = () => {
    isOpen = false;
    handled = 0;
    if (waiting.size === 0) return;
    open();
    // Adding a client to the set again puts it after the other clients.
    for (const task of waiting) {
      if (isFull()) return;
      waiting.delete(task);
      if (step(task)) waiting.add(task);
      else task.resume();
    }
  };

  return {
    /** Schedules a client's messages. */
    schedule(task: FairTask) {
      if (waiting.has(task)) return;
      while (!isFull()) if (!step(task)) return;
      waiting.add(task);
      if (!isOpen) open();
      task.pause();
    },
  };
};

/**
 * Shares event-loop turns fairly between clients. Messages are handled immediately while a turn has room. After that,
 * clients alternate after each message, so that nobody waits for more than one message from each other client.
 */
export type FairScheduler = ReturnType<typeof createFairScheduler>;

/** @param onFailure called with the error when something could not be sent */
export const createFlushBatch = (scheduler: Scheduler, onFailure: (failure: unknown) => void) => {
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
    /** Runs a function. If it fails, the failure is reported and doesn't affect anything else. */
    runSafely: safely,
    /** Adds a function that sends events. It runs before any response of the turn is sent. */
    addEvents(send: () => void) {
      schedule();
      events.push(send);
    },
    /** Adds a function that sends responses. */
    addResponses(send: () => void) {
      schedule();
      responses.push(send);
    },
  };
};

/**
 * Collects what to send at the end of an event-loop turn. As a result, a turn's events and responses share one
 * WebSocket message, and no response overtakes earlier events.
 */
export type FlushBatch = ReturnType<typeof createFlushBatch>;
