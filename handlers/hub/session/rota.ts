import type { HubLimits } from '../limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Somebody with messages to be handled. */
export interface Worker {
  /** Handles its next message. @returns whether there was one */
  step(): boolean;
  /** The rest waits for later turns of the event loop: nothing more should come in until then. */
  pause(): void;
  /** Nothing waits any more. */
  resume(): void;
}

/**
 * Shares the turns of the event loop between those who have messages. What comes in is handled at once while a turn has
 * room; beyond that everybody has one message handled after the other, so that nobody waits for more than one of each.
 */
export interface Rota {
  /** Has a worker handle what it has. */
  serve(worker: Worker): void;
}

/** Messages from one look at the clock to the next, and so few that a turn with them is not looked after at all. */
const few = 4;

/** @param before called before each message is handled */
export const createRota = (
  { messagesATurn, turnMs }: HubLimits,
  scheduler: Scheduler,
  before: () => void = () => {},
): Rota => {
  const waiting = new Set<Worker>();
  let isOpen = false;
  let handled = 0;
  let began = 0;

  const open = () => {
    began = scheduler.now();
    isOpen = true;
    scheduler.atEndOfTurn(end);
  };
  const isLate = () => handled > 0 && handled % few === 0 && scheduler.now() - began >= turnMs;
  const isFull = () => handled >= messagesATurn || isLate();
  const step = (worker: Worker): boolean => {
    before();
    if (!worker.step()) return false;
    handled += 1;
    if (!isOpen && handled >= few) open();
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
    serve(worker) {
      if (waiting.has(worker)) return;
      while (!isFull()) if (!step(worker)) return;
      waiting.add(worker);
      if (!isOpen) open();
      worker.pause();
    },
  };
};
