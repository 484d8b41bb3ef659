import type { AdapterContext } from './adapter-context.ts';

const minDelayMs = 1_000;
const maxDelayMs = 60_000;
/** Milliseconds that a connection must last before the next loss counts as the first. */
const stableConnectionMs = 30_000;

interface ReconnectBackoff {
  /**
   * Retries after an increasing, randomized delay, so that clients that were disconnected together don't reconnect
   * together.
   */
  scheduleRetry(work: () => void): void;
  /** Call it when the connection is established. */
  markConnected(): void;
  /** Cancels the retry. */
  stop(): void;
}

export const createReconnectBackoff = ({ random, after }: AdapterContext): ReconnectBackoff => {
  let tries = 0;
  /** Cancels the next retry or, while connected, the reset of the loss count. */
  let cancelTimer: (() => void) | undefined;
  let works = false;
  const stop = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    works = false;
  };
  return {
    scheduleRetry(work) {
      stop();
      const limit = Math.min(maxDelayMs, minDelayMs * 2 ** tries);
      tries = Math.min(tries + 1, 10);
      cancelTimer = after(limit / 2 + (random() * limit) / 2, work);
    },
    markConnected() {
      if (works) return;
      stop();
      works = true;
      cancelTimer = after(stableConnectionMs, () => {
        tries = 0;
      });
    },
    stop,
  };
};
