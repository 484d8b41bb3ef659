/** How far from the pace of their steps events come, one after another. */
interface EventJitter {
  /**
   * The first event of a step counts.
   * @param at when it came, in milliseconds
   * @param stepMs how long a step takes; undefined while time stands still
   */
  add(tick: number, at: number, stepMs: number | undefined): void;
  /** The mean since the last time, in milliseconds; undefined when fewer than two steps had events. */
  readMean(): number | undefined;
}

export const createEventJitter = (): EventJitter => {
  let last: { readonly tick: number; readonly at: number } | undefined;
  let sum = 0;
  let count = 0;
  return {
    add(tick, at, stepMs) {
      if (last?.tick === tick) return;
      if (last && stepMs !== undefined && tick > last.tick) {
        sum += Math.abs(at - last.at - (tick - last.tick) * stepMs);
        count += 1;
      }
      last = stepMs === undefined ? undefined : { tick, at };
    },
    readMean() {
      const mean = count === 0 ? undefined : sum / count;
      sum = 0;
      count = 0;
      return mean;
    },
  };
};
