import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { ConnectionState, StreamEvent } from '../../integrations/streaming-platforms.ts';
import type { Timers } from '../../shared/scheduler.ts';

/** What platform adapters need from their environment. Tests can replace these functions. */
export interface AdapterContext extends Timers {
  readonly fetch: typeof fetch;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

export const systemAdapterContext: AdapterContext = {
  fetch: (...request) => fetch(...request),
  random: Math.random,
  now: () => performance.now(),
  after(milliseconds, task) {
    const timer = setTimeout(task, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

export interface SourceListener {
  onState(state: ConnectionState, reason?: string): void;
  onEvent(event: StreamEvent): void;
  onWarning(message: string): void;
}

/** A platform's channel, which is open while it has subscribers. */
export interface ChannelSource {
  addKinds(kinds: readonly StreamEventKind[]): void;
  close(): void;
}

export interface ChannelSourceRequest {
  /** The requested channel. By default, this is the channel from the settings. */
  readonly channel: string | undefined;
  readonly token: string | undefined;
  readonly listener: SourceListener;
}

export interface PlatformAdapter {
  /** Returns whether the settings are complete. */
  isConfigured(): boolean;
  open(request: ChannelSourceRequest): ChannelSource;
  /**
   * Sends a chat message.
   * @returns the id of the message on the platform
   * @throws ApiError ACTION_FAILED when sending fails
   */
  send(request: { readonly channel: string | undefined; readonly message: string }): Promise<string>;
  close(): void;
}

const minDelayMs = 1_000;

const maxDelayMs = 60_000;

/**
 * The time in milliseconds after which a connection counts as stable. The loss of a stable connection counts as the
 * first loss again.
 */
const stableConnectionMs = 30_000;

export const createReconnectBackoff = ({ random, after }: AdapterContext) => {
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
    /**
     * Tries again after a random delay that increases with each loss, so that clients don't all reconnect at the same
     * time.
     */
    scheduleRetry(task: () => void) {
      stop();
      const limit = Math.min(maxDelayMs, minDelayMs * 2 ** attempts);
      attempts = Math.min(attempts + 1, 10);
      cancelTimer = after(limit / 2 + (random() * limit) / 2, task);
    },
    /** Must be called when the connection is established. */
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

const maxRememberedIds = 2_000;

/** Creates a function that returns whether an id is new. The function remembers the last 2,000 ids. */
export const createDuplicateFilter = (): ((id: string) => boolean) => {
  const recentIds = new Set<string>();
  return (id) => {
    if (recentIds.has(id)) return false;
    recentIds.add(id);
    if (recentIds.size > maxRememberedIds)
      for (const oldest of recentIds.keys()) return recentIds.delete(oldest);
    return true;
  };
};
