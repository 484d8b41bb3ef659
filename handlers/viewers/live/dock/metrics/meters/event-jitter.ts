/** Measures how much the intervals between events differ from the duration of the steps that raised them. */
interface EventJitter {
  /**
   * Adds an event. Only the first event of each step counts.
   * @param at the arrival time in milliseconds
   * @param stepMs the duration of a step in milliseconds; `undefined` while time is paused
   */
  add(tick: number, at: number, stepMs: number | undefined): void;
  /**
   * Returns the mean difference since the last call, in milliseconds, or `undefined` if fewer than two steps had
   * events.
   */
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
