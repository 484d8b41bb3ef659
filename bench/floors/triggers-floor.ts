import { runSteps } from '../micro/step-load.ts';
import type { TriggerOrder } from '../micro/step-load.ts';

/** A chain of closures of which each asks whether it is open, and calls the next: triggers written by hand. */
export const createTriggersFloor = () => ({
  run: async ({ nodes, ms, count }: TriggerOrder) => {
    let reached = 0;
    let first = (): void => {
      reached += nodes;
    };
    for (let index = 0; index < nodes; index += 1) {
      const state = { open: true };
      const next = first;
      first = () => {
        if (state.open) next();
      };
    }
    const { steps, cpuMs } = runSteps({ ms, count }, first, () => 0);
    return { activations: reached, ticks: steps, cpuMs };
  },
});
