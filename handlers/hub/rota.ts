import type { HubLimits } from './limits.ts';
import type { Scheduler } from './scheduler.ts';

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

export const createRota = ({ messagesATurn, turnMs }: HubLimits, scheduler: Scheduler): Rota => {
  const waiting = new Set<Worker>();
  let isOpen = false;
  let handled = 0;
  let spentMs = 0;

  const open = () => {
    handled = 0;
    spentMs = 0;
    isOpen = true;
    scheduler.atEndOfTurn(end);
  };
  const isFull = () => handled >= messagesATurn || spentMs >= turnMs;
  const step = (worker: Worker): boolean => {
    const began = scheduler.now();
    if (!worker.step()) return false;
    handled += 1;
    spentMs += scheduler.now() - began;
    return true;
  };

  /** What waited has the next turn, and is first in it. */
  const end = () => {
    isOpen = false;
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
      if (!isOpen) open();
      while (!isFull()) if (!step(worker)) return;
      waiting.add(worker);
      worker.pause();
    },
  };
};
