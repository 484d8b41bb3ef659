import type { Scheduler } from '#runtime/shared/scheduler.ts';

const maxBlockingMs = 8;

/**
 * Creates a function that yields to the event loop after a while. Because a thread answers its own requests directly, a
 * caller that sends many requests in a row would otherwise block timers, frames and sockets.
 */
export const createEventLoopYielder = ({ now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>) => {
  let startedAt = now();
  return async (): Promise<void> => {
    if (now() - startedAt < maxBlockingMs) return;
    await new Promise<void>(atEndOfTurn);
    startedAt = now();
  };
};
