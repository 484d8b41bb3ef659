import type { WebhookDeviceEvent } from './webhook-device-types.ts';

interface RejectionReporter {
  /** Reports a rejected request: the first of its kind at once, and the number of further ones from time to time. */
  add(listenerId: string | null, reason: string): void;
  /** Stops reporting. */
  end(): void;
}

/** @param everyMs milliseconds between two reports of requests that are rejected for the same reason. */
export const createRejectionReporter = (
  tell: (news: WebhookDeviceEvent) => void,
  everyMs: number,
): RejectionReporter => {
  const kinds = new Map<string, { count: number; readonly timer: NodeJS.Timeout }>();

  return {
    add(listenerId, reason) {
      const key = JSON.stringify([listenerId, reason]);
      const known = kinds.get(key);
      if (known) {
        known.count += 1;
        return;
      }
      tell({ kind: 'refused', listenerId, reason, count: 1 });
      const told = {
        count: 0,
        timer: setInterval(() => {
          const { count } = told;
          told.count = 0;
          if (count > 0) return tell({ kind: 'refused', listenerId, reason, count });
          clearInterval(told.timer);
          kinds.delete(key);
        }, everyMs).unref(),
      };
      kinds.set(key, told);
    },
    end() {
      for (const { timer } of kinds.values()) clearInterval(timer);
      kinds.clear();
    },
  };
};
