import type { WebhookDeviceEvent } from './webhook-device-types.ts';

interface RejectionReporter {
  /** Tells of a refused request: of the first of its kind at once, of how many more there were from time to time. */
  add(listenerId: string | null, reason: string): void;
  /** Tells nothing any more. */
  end(): void;
}

/** @param everyMs milliseconds between two tellings of requests that are refused for the same reason. */
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
