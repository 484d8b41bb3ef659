export interface StepOrder {
  /** Additions that one step evaluates, each fed by the one before. */
  readonly chain: number;
  readonly ms: number;
  /** Most steps. */
  readonly count: number;
}

export interface StepResult {
  readonly steps: number;
  readonly ms: number;
  /** What the end of the chain holds: the length of the chain, when every addition was evaluated. */
  readonly sum: number;
}

/** Steps for a bounded time and count. Looks at the clock every few steps only, so that it costs nothing. */
export const runSteps = ({ ms, count }: StepOrder, step: () => void, sum: () => number): StepResult => {
  const start = performance.now();
  let steps = 0;
  while (steps < count && performance.now() - start < ms) {
    for (let i = 0; i < 16; i += 1) step();
    steps += 16;
  }
  return { steps, ms: performance.now() - start, sum: sum() };
};
