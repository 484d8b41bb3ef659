import type { Scheduler } from '../scheduler.ts';

const maxBlockingMs = 8;

/**
 * Lets go of the thread when it was last let go of a while ago. Requests of the same thread are answered without leaving it,
 * so a caller that sends one behind the other would keep it from timers, frames and sockets for good.
 */
export const createEventLoopYielder = ({ now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>) => {
  let begun = now();
  return async (): Promise<void> => {
    if (now() - begun < maxBlockingMs) return;
    await new Promise<void>(atEndOfTurn);
    begun = now();
  };
};
