/** Measures how far the intervals of events differ from those of their steps. */
interface EventJitter {
  /**
   * Adds an event; only the first one of a step counts.
   * @param at arrival time in milliseconds
   * @param stepMs duration of a step; undefined while time is paused
   */
  add(tick: number, at: number, stepMs: number | undefined): void;
  /** Returns the mean since the last call, in milliseconds; undefined if fewer than two steps had events. */
  readMean(): number | undefined;
}

export const createEventJitter = (): EventJitter => {
  let previous: { readonly tick: number; readonly at: number } | undefined;
  let sum = 0;
  let count = 0;
  return {
    add(tick, at, stepMs) {
      if (previous?.tick === tick) return;
      if (previous && stepMs !== undefined && tick > previous.tick) {
        sum += Math.abs(at - previous.at - (tick - previous.tick) * stepMs);
        count += 1;
      }
      previous = stepMs === undefined ? undefined : { tick, at };
    },
    readMean() {
      const mean = count === 0 ? undefined : sum / count;
      sum = 0;
      count = 0;
      return mean;
    },
  };
};
