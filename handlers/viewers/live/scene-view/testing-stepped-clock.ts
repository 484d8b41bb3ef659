import type { Clock } from './clock.ts';

/** Creates a clock that tests advance. */
export const createSteppedClock = () => {
  let now = 0;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    setTimer: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((candidate) => candidate !== timer);
      };
    },
  };
  /** Advances the clock, and runs the timers that have become due. */
  const advance = async (ms: number): Promise<void> => {
    const end = now + ms;
    for (;;) {
      for (let i = 0; i < 10; i += 1) await Promise.resolve();
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((candidate) => candidate !== next);
      now = next.at;
      next.work();
    }
    now = end;
  };
  return { clock, advance };
};
