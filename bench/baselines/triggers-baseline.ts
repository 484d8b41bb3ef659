import { createStepRunner } from '../micro/step-runner.ts';
import type { TriggerStepOptions } from '../micro/step-runner.ts';

/** Creates a chain of hand-written triggers: each closure checks whether it is open, then calls the next closure. */
export const createTriggersBaseline = () =>
  createStepRunner(({ nodes }: TriggerStepOptions) => {
    let reachedNodes = 0;
    let first = (): void => {
      reachedNodes += nodes;
    };
    for (let index = 0; index < nodes; index += 1) {
      const state = { open: true };
      const next = first;
      first = () => {
        if (state.open) next();
      };
    }
    return { step: first, getResult: () => reachedNodes };
  });
