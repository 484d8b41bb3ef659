import { defineFlowNode } from '../dsl/define-node.ts';
import { dropdown, float, trigger } from '../dsl/ports.ts';

export const delayNode = defineFlowNode({
  description:
    'Fires Done after Duration seconds, at least one frame later; the branch that triggered it ends here. OnRetrigger decides what a trigger does while one is pending: Ignore, Restart, Queue one after another, or Parallel. Cancel drops everything that is pending. Remaining is the time until the next Done.',
  inputs: {
    In: trigger,
    Cancel: trigger,
    Duration: float(1),
    OnRetrigger: dropdown('Ignore', 'Restart', 'Queue', 'Parallel'),
  },
  outputs: { Done: trigger, Remaining: float() },
  live: { Remaining: ({ getRemainingSeconds }) => getRemainingSeconds() },
  on: {
    In: ({ inputs, schedule }) => schedule(inputs.Duration, inputs.OnRetrigger),
    Cancel: ({ cancel }) => cancel(),
  },
  due: ({ emit }) => emit.Done(),
});
