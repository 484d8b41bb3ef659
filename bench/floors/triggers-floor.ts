import { createStepper } from '../micro/step-load.ts';
import type { TriggerOrder } from '../micro/step-load.ts';

/** A chain of closures of which each asks whether it is open, and calls the next: triggers written by hand. */
export const createTriggersFloor = () =>
  createStepper(({ nodes }: TriggerOrder) => {
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
    return { step: first, sum: () => reached };
  });
