import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Somebody with messages to be handled. */
export interface FairTask {
  /** Handles its next message. @returns whether there was one */
  handleNext(): boolean;
  /** The rest waits for later turns of the event loop: nothing more should come in until then. */
  pause(): void;
  /** Nothing waits any more. */
  resume(): void;
}

/**
 * Shares the turns of the event loop between those who have messages. What comes in is handled at once while a turn has
 * room; beyond that everybody has one message handled after the other, so that nobody waits for more than one of each.
 */
export interface FairScheduler {
  /** Has a worker handle what it has. */
  schedule(worker: FairTask): void;
}

/** Messages from one look at the clock to the next, and so few that a turn with them is not looked after at all. */
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

  /** What waited has the next turn, and is first in it. */
  const end = () => {
    isOpen = false;
    handled = 0;
    if (waiting.size === 0) return;
    open();
    // Whoever is put back comes again behind the others.
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
