import type { Backlog } from './backlog.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** Watches a slow consumer, and gives up on the consumer if it doesn't catch up in time. */
export interface SlowConsumer {
  /** Whether the consumer is currently slow. */
  checkSlow(): boolean;
  /** Whether the consumer has caught up. */
  isKeepingUp(): boolean;
  stop(): void;
}

export const createSlowConsumer = (
  backlog: Backlog,
  limits: HubLimits,
  scheduler: Scheduler,
  disconnect: () => void,
): SlowConsumer => {
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    checkSlow() {
      if (!backlog.isOverLimit()) {
        stop();
        return false;
      }
      if (backlog.isOverHardLimit()) disconnect();
      else cancel ??= scheduler.after(limits.backlogMs, () => backlog.isOverLimit() && disconnect());
      return true;
    },
    isKeepingUp: () => cancel === undefined,
    stop,
  };
};
