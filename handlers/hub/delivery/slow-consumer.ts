import type { Backlog } from './backlog.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Watches a consumer that lags, and gives it up when it does not catch up in time. */
export interface SlowConsumer {
  /** Whether the consumer lags past the mark just now. */
  checkSlow(): boolean;
  /** Whether nothing is being waited for. */
  isKeepingUp(): boolean;
  stop(): void;
}

export const createSlowConsumer = (
  backlog: Backlog,
  limits: HubLimits,
  scheduler: Scheduler,
  giveUp: () => void,
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
      if (backlog.isOverHardLimit()) giveUp();
      else cancel ??= scheduler.after(limits.backlogMs, () => backlog.isOverLimit() && giveUp());
      return true;
    },
    isKeepingUp: () => cancel === undefined,
    stop,
  };
};
