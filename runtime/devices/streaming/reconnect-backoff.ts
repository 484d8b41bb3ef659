import type { AdapterContext } from './adapter-context.ts';

const minDelayMs = 1_000;
const maxDelayMs = 60_000;
/**
 * The time in milliseconds after which a connection counts as stable. The loss of a stable connection counts as the
 * first loss again.
 */
const stableConnectionMs = 30_000;

interface ReconnectBackoff {
  /**
   * Tries again after a random delay that increases with each loss, so that clients don't all reconnect at the same
   * time.
   */
  scheduleRetry(task: () => void): void;
  /** Must be called when the connection is established. */
  markConnected(): void;
  /** Cancels a pending retry. */
  stop(): void;
}

export const createReconnectBackoff = ({ random, after }: AdapterContext): ReconnectBackoff => {
  let attempts = 0;
  /** Cancels the next retry or, while connected, the reset of the loss count. */
  let cancelTimer: (() => void) | undefined;
  let isConnected = false;
  const stop = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    isConnected = false;
  };
  return {
    scheduleRetry(task) {
      stop();
      const limit = Math.min(maxDelayMs, minDelayMs * 2 ** attempts);
      attempts = Math.min(attempts + 1, 10);
      cancelTimer = after(limit / 2 + (random() * limit) / 2, task);
    },
    markConnected() {
      if (isConnected) return;
      stop();
      isConnected = true;
      cancelTimer = after(stableConnectionMs, () => {
        attempts = 0;
      });
    },
    stop,
  };
};
