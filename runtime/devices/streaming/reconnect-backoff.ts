import type { AdapterContext } from './adapter-context.ts';

const minDelayMs = 1_000;
const maxDelayMs = 60_000;
/** Milliseconds that a connection has to last before the next loss counts as the first one. */
const stableConnectionMs = 30_000;

interface ReconnectBackoff {
  /** Does something after a while, longer each time, so that those who were cut off together do not come back together. */
  scheduleRetry(work: () => void): void;
  /** The connection is there. */
  markConnected(): void;
  /** Forgets what was to be done. */
  stop(): void;
}

export const createReconnectBackoff = ({ random, after }: AdapterContext): ReconnectBackoff => {
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
    scheduleRetry(work) {
      stop();
      const limit = Math.min(maxDelayMs, minDelayMs * 2 ** tries);
      tries = Math.min(tries + 1, 10);
      forget = after(limit / 2 + (random() * limit) / 2, work);
    },
    markConnected() {
      if (works) return;
      stop();
      works = true;
      forget = after(stableConnectionMs, () => {
        tries = 0;
      });
    },
    stop,
  };
};
