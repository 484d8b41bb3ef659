import type { WebhookDeviceEvent } from './webhook-device-types.ts';

interface RejectionReporter {
  /**
   * Reports rejected requests. The first request of each kind is reported immediately, and the number of further
   * requests periodically.
   */
  add(listenerId: string | null, reason: string): void;
  /** Stops reporting. */
  end(): void;
}

/**
 * Creates a reporter for rejected requests.
 * @param intervalMs the interval in milliseconds between two reports about requests that were rejected for the same
 * reason
 */
export const createRejectionReporter = (
  notify: (event: WebhookDeviceEvent) => void,
  intervalMs: number,
): RejectionReporter => {
  const entries = new Map<string, { count: number; readonly timer: NodeJS.Timeout }>();

  return {
    add(listenerId, reason) {
      const key = JSON.stringify([listenerId, reason]);
      const existing = entries.get(key);
      if (existing) {
        existing.count += 1;
        return;
      }
      notify({ kind: 'refused', listenerId, reason, count: 1 });
      const entry = {
        count: 0,
        timer: setInterval(() => {
          const { count } = entry;
          entry.count = 0;
          if (count > 0) return notify({ kind: 'refused', listenerId, reason, count });
          clearInterval(entry.timer);
          entries.delete(key);
        }, intervalMs).unref(),
      };
      entries.set(key, entry);
    },
    end() {
      for (const { timer } of entries.values()) clearInterval(timer);
      entries.clear();
    },
  };
};
