// biome-ignore-all lint/style/noNonNullAssertion: each addition has a place among the values
import { runSteps } from '../micro/step-load.ts';
import type { StepOrder, StepResult } from '../micro/step-load.ts';

/** A chain of additions as plain closures over one array: what remains when a graph is written by hand. */
export const createClosuresFloor = () => ({
  run: async (order: StepOrder): Promise<StepResult> => {
    const values: number[] = new Array(order.chain + 1).fill(0);
    const one = values.length;
    values.push(1);
    const additions = Array.from({ length: order.chain }, (_, i) => () => {
      values[i + 1] = values[i]! + values[one]!;
    });
    const step = () => {
      for (const add of additions) add();
    };
    return runSteps(order, step, () => values[order.chain]!);
  },
});
