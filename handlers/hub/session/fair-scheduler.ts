import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** A client with messages to handle. */
export interface FairTask {
  /** Handles its next message. @returns whether there was one */
  handleNext(): boolean;
  /** The rest waits for later event-loop turns. Stop reading until `resume`. */
  pause(): void;
  /** No message is waiting any more. */
  resume(): void;
}

/**
 * Shares event-loop turns fairly between clients. Messages are handled at once while a turn has room. Beyond that
 * clients alternate, one message each, so that nobody waits for more than one message of each other client.
 */
export interface FairScheduler {
  /** Schedules the messages of a client. */
  schedule(worker: FairTask): void;
}

/** Messages between two readings of the clock. A turn with fewer messages is never timed. */
const messagesPerClockCheck = 4;

/** @param before called before each message is handled */
export const createFairScheduler = (
  { maxMessagesPerTurn, maxTurnMs }: HubLimits,
  scheduler: Scheduler,
  before: () => void = () => {},
): FairScheduler => {
  const waiting = new Set<FairTask>();
  let isOpen = false;
  let handled = 0;
  let began = 0;

  const open = () => {
    began = scheduler.now();
    isOpen = true;
    scheduler.atEndOfTurn(end);
  };
  const isLate = () =>
    handled > 0 && handled % messagesPerClockCheck === 0 && scheduler.now() - began >= maxTurnMs;
  const isFull = () => handled >= maxMessagesPerTurn || isLate();
  const step = (worker: FairTask): boolean => {
    before();
    if (!worker.handleNext()) return false;
    handled += 1;
    if (!isOpen && handled >= messagesPerClockCheck) open();
    return true;
  };

  /** Waiting clients get the next turn, before new ones. */
  const end = () => {
    isOpen = false;
    handled = 0;
    if (waiting.size === 0) return;
    open();
    // A client that is added again comes after the others.
    for (const worker of waiting) {
      if (isFull()) return;
      waiting.delete(worker);
      if (step(worker)) waiting.add(worker);
      else worker.resume();
    }
  };

  return {
    schedule(worker) {
      if (waiting.has(worker)) return;
      while (!isFull()) if (!step(worker)) return;
      waiting.add(worker);
      if (!isOpen) open();
      worker.pause();
    },
  };
};
