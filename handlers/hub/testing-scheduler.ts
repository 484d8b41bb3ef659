import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** A scheduler whose time advances only on request. A turn ends with the event-loop turn, or earlier on request. */
export interface SteppedScheduler extends Scheduler {
  /** Advances the time, and fires due timers in order. */
  advance(milliseconds: number): void;
  endTurn(): void;
  readonly pendingTimers: number;
}

export const createSteppedScheduler = (): SteppedScheduler => {
  const timers = new Set<{ readonly due: number; readonly run: () => void }>();
  let now = 0;
  let callbacks: (() => void)[] = [];
  const endTurn = () => {
    while (callbacks.length > 0) {
      const pending = callbacks;
      callbacks = [];
      for (const run of pending) run();
    }
  };
  const findNextDue = (until: number) =>
    [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
  return {
    now: () => now,
    get pendingTimers() {
      return timers.size;
    },
    after(milliseconds, run) {
      const timer = { due: now + Math.max(0, milliseconds), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    endTurn,
    atEndOfTurn(run) {
      if (callbacks.length === 0) setImmediate(endTurn);
      callbacks.push(run);
    },
    advance(milliseconds) {
      endTurn();
      const until = now + milliseconds;
      for (let timer = findNextDue(until); timer; timer = findNextDue(until)) {
        timers.delete(timer);
        now = timer.due;
        timer.run();
        endTurn();
      }
      now = until;
    },
  };
};
