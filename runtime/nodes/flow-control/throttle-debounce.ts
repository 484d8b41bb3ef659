import { defineFlowNode } from '../dsl/define-node.ts';
import { float, integer, trigger } from '../dsl/ports.ts';

/** Tolerance in seconds. Because of rounding, multiples of the step length can be slightly less than whole seconds. */
const roundingSlack = 1e-9;

export const throttleNode = defineFlowNode({
  description:
    'Passes the first trigger at once, then none until Interval seconds have passed since the last one that passed. Dropped counts the triggers that did not pass. Reset lets the next one pass and sets Dropped to 0.',
  inputs: { In: trigger, Reset: trigger, Interval: float(1) },
  outputs: { Out: trigger, Dropped: integer() },
  state: () => ({ passedAt: undefined as number | undefined }),
  on: {
    In: ({ inputs, outputs, state, emit, runtime: { clock } }) => {
      const { passedAt } = state;
      const elapsed = passedAt === undefined ? Infinity : (clock.tick - passedAt) * clock.fixedStep;
      if (elapsed + roundingSlack < inputs.Interval) {
        outputs.Dropped += 1;
      } else {
        state.passedAt = clock.tick;
        emit.Out();
      }
    },
    Reset: ({ outputs, state }) => {
      state.passedAt = undefined;
      outputs.Dropped = 0;
    },
  },
});

export const debounceNode = defineFlowNode({
  description:
    'Fires Out once In has been quiet for Interval seconds, at least one frame: every trigger restarts the wait. Cancel drops it. The branch that triggered it ends here.',
  inputs: { In: trigger, Cancel: trigger, Interval: float(0.2) },
  outputs: { Out: trigger },
  on: {
    In: ({ inputs, schedule }) => schedule(inputs.Interval, 'Restart'),
    Cancel: ({ cancel }) => cancel(),
  },
  due: ({ emit }) => emit.Out(),
});
