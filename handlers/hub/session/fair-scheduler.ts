import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** A client with messages to handle. */
export interface FairTask {
  /** Handles its next message. @returns whether there was one */
  handleNext(): boolean;
  /** The remaining messages wait for later event-loop turns. Stop reading until `resume` is called. */
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
  schedule(task: FairTask): void;
}

/** The clock is read once per this many messages. A turn with fewer messages is never timed. */
const messagesPerClockCheck = 4;

/** @param beforeEach called before each message is handled */
export const createFairScheduler = (
  { maxMessagesPerTurn, maxTurnMs }: HubLimits,
  scheduler: Scheduler,
  beforeEach: () => void = () => {},
): FairScheduler => {
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

  /** Waiting clients get the next turn, before new ones. */
  const end = () => {
    isOpen = false;
    handled = 0;
    if (waiting.size === 0) return;
    open();
    // A client that is added again is appended after the others.
    for (const task of waiting) {
      if (isFull()) return;
      waiting.delete(task);
      if (step(task)) waiting.add(task);
      else task.resume();
    }
  };

  return {
    schedule(task) {
      if (waiting.has(task)) return;
      while (!isFull()) if (!step(task)) return;
      waiting.add(task);
      if (!isOpen) open();
      task.pause();
    },
  };
};
