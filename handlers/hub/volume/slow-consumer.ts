import type { Backlog } from './backlog.ts';
import type { HubLimits } from '../limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Watches a consumer that lags, and gives it up when it does not catch up in time. */
export interface SlowConsumer {
  /** Whether the consumer lags past the mark just now. */
  check(): boolean;
  /** Whether nothing is being waited for. */
  isAtEase(): boolean;
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
    check() {
      if (!backlog.over()) {
        stop();
        return false;
      }
      if (backlog.hopeless()) giveUp();
      else cancel ??= scheduler.after(limits.backlogMs, () => backlog.over() && giveUp());
      return true;
    },
    isAtEase: () => cancel === undefined,
    stop,
  };
};
