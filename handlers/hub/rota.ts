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
  /** Has a worker handle what it has. Its next message is handled at once, unless others of its own wait. */
  serve(worker: Worker): void;
}

export const createRota = ({ messagesATurn, turnMs }: HubLimits, scheduler: Scheduler): Rota => {
  const waiting = new Set<Worker>();
  let isOpen = false;
  let handled = 0;
  let began = 0;

  const open = () => {
    handled = 0;
    began = scheduler.now();
    isOpen = true;
    scheduler.atEndOfTurn(end);
  };
  const isFull = () => handled >= messagesATurn || scheduler.now() - began >= turnMs;

  /** What waited has the next turn, and is first in it. */
  const end = () => {
    isOpen = false;
    if (waiting.size === 0) return;
    open();
    // Whoever is put back comes again behind the others.
    for (const worker of waiting) {
      if (isFull()) return;
      waiting.delete(worker);
      if (worker.step()) {
        handled += 1;
        waiting.add(worker);
      } else {
        worker.resume();
      }
    }
  };

  return {
    serve(worker) {
      if (waiting.has(worker)) return;
      if (!isOpen) open();
      while (worker.step()) {
        handled += 1;
        if (isFull()) {
          waiting.add(worker);
          return worker.pause();
        }
      }
    },
  };
};
