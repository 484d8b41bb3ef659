import type { Surroundings } from './surroundings.ts';

const shortest = 1_000;
const longest = 60_000;
/** Milliseconds that a connection has to last before the next loss counts as the first one. */
const lasting = 30_000;

interface BackOff {
  /** Does something after a while, longer each time, so that those who were cut off together do not come back together. */
  again(work: () => void): void;
  /** The connection is there. */
  worked(): void;
  /** Forgets what was to be done. */
  stop(): void;
}

export const createBackOff = ({ random, after }: Surroundings): BackOff => {
  let tries = 0;
  /** What is to come: the next try or, while it works, that losses are counted anew. */
  let forget: (() => void) | undefined;
  let works = false;
  const stop = (): void => {
    forget?.();
    forget = undefined;
    works = false;
  };
  return {
    again(work) {
      stop();
      const limit = Math.min(longest, shortest * 2 ** tries);
      tries = Math.min(tries + 1, 10);
      forget = after(limit / 2 + (random() * limit) / 2, work);
    },
    worked() {
      if (works) return;
      stop();
      works = true;
      forget = after(lasting, () => {
        tries = 0;
      });
    },
    stop,
  };
};
