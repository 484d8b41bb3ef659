import type { ChainLinkMix } from './chain-links.ts';

interface StepLimits {
  readonly ms: number;
  /** Maximum number of steps. */
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
  /** CPU time of this process, which other work on the machine hardly affects. */
  readonly cpuMs: number;
  /** The result of an evaluated chain, or the number of triggered nodes reached in all rounds. */
  readonly sum: number;
}

interface SteppedWork {
  step(): void;
  getResult(): number;
}

/**
 * Creates the work once, for the first call, and steps the same one in every round. If it were created again, its code
 * would be compiled and its memory laid out differently, and rounds could differ severalfold.
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

/** Steps for a limited time and count. Reads the clock only every few steps, so that this costs nothing. */
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
