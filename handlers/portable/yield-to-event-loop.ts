import type { Scheduler } from '../scheduler.ts';

const maxBlockingMs = 8;

/**
 * Yields to the event loop after a while. Requests within a thread are answered without leaving it, so a caller that
 * sends one after another would otherwise block timers, frames and sockets.
 */
export const createEventLoopYielder = ({ now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>) => {
  let begun = now();
  return async (): Promise<void> => {
    if (now() - begun < maxBlockingMs) return;
    await new Promise<void>(atEndOfTurn);
    begun = now();
  };
};
