import type { ChainLinkMix } from './chain-links.ts';

interface StepLimits {
  readonly ms: number;
  /** Most steps. */
  readonly count: number;
}

export interface ChainStepOptions extends StepLimits {
  /** Links that one step evaluates, each fed by the one before. */
  readonly chain: number;
  readonly links: ChainLinkMix;
}

export interface TriggerStepOptions extends StepLimits {
  /** Nodes that one step triggers, each by the one before. */
  readonly nodes: number;
}

interface StepResult {
  readonly steps: number;
  /** CPU time of this process, which other work on the machine hardly moves. */
  readonly cpuMs: number;
  /** What the end of an evaluated chain holds, or how many nodes of a triggered one were reached in all rounds. */
  readonly sum: number;
}

/** What steps, and what has come of it. */
interface SteppedWork {
  step(): void;
  getResult(): number;
}

/**
 * Makes something for its first order and steps it in every round: what were made anew each time would be compiled, and laid out in
 * memory, anew each time, several times as fast in one round as in another.
 */
export const createStepRunner = <Order extends StepLimits>(make: (order: Order) => SteppedWork) => {
  let made: SteppedWork | undefined;
  return {
    run: async (order: Order): Promise<StepResult> => {
      made ??= make(order);
      return runSteps(order, made.step, made.getResult);
    },
  };
};

/** Steps for a bounded time and count. Looks at the clock every few steps only, so that it costs nothing. */
export const runSteps = ({ ms, count }: StepLimits, step: () => void, sum: () => number): StepResult => {
  const before = process.cpuUsage();
  const start = performance.now();
  let steps = 0;
  while (steps < count && performance.now() - start < ms) {
    for (let i = 0; i < 16; i += 1) step();
    steps += 16;
  }
  const { user, system } = process.cpuUsage(before);
  return { steps, cpuMs: (user + system) / 1000, sum: sum() };
};
