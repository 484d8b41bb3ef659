import type { ChainLinkMix } from './chain-links.ts';

interface StepLimits {
  readonly ms: number;
  /** Maximum number of steps. */
  readonly count: number;
}

export interface ChainStepOptions extends StepLimits {
  /** Number of links that one step evaluates. Each link is fed by the previous one. */
  readonly chain: number;
  readonly links: ChainLinkMix;
}

export interface TriggerStepOptions extends StepLimits {
  /** Number of nodes that one step triggers. Each node is triggered by the previous one. */
  readonly nodes: number;
}

export interface StepResult {
  readonly steps: number;
  /** CPU time of this process in milliseconds, which other work on the machine hardly affects. */
  readonly cpuMs: number;
  /** The result of an evaluated chain, or the total number of triggered nodes that all rounds have reached. */
  readonly sum: number;
}

interface SteppedWork {
  step(): void;
  getResult(): number;
}

/**
 * Creates a runner that creates the work on the first call and steps this same work in every round. If the work were
 * created again, its code would be compiled and its memory laid out differently, and rounds could differ severalfold.
 */
export const createStepRunner = <Order extends StepLimits>(create: (options: Order) => SteppedWork) => {
  let work: SteppedWork | undefined;
  return {
    run: async (options: Order): Promise<StepResult> => {
      work ??= create(options);
      return runSteps(options, work.step, work.getResult);
    },
  };
};

/**
 * Performs steps until the time limit or the maximum count is reached. Reads the clock only every few steps, so that
 * reading the clock takes almost no time.
 */
export const runSteps = (
  { ms, count }: StepLimits,
  step: () => void,
  getResult: () => number,
): StepResult => {
  const startUsage = process.cpuUsage();
  const start = performance.now();
  let steps = 0;
  while (steps < count && performance.now() - start < ms) {
    for (let i = 0; i < 16; i += 1) step();
    steps += 16;
  }
  const { user, system } = process.cpuUsage(startUsage);
  return { steps, cpuMs: (user + system) / 1000, sum: getResult() };
};
