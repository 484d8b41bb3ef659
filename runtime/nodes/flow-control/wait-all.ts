import { defineFlowNode } from '../dsl/define-node.ts';
import {
  expandNumberedPorts,
  countPort,
  maxNumberedPorts,
  createNumberedHandlers,
} from '../dsl/numbered-ports.ts';
import { integer, trigger } from '../dsl/ports.ts';
import type { FlowContext } from '../dsl/handler-context.ts';

const inputs = {
  In0: trigger,
  In1: trigger,
  In2: trigger,
  In3: trigger,
  Reset: trigger,
  Count: countPort,
};
const outputs = { Out: trigger, Remaining: integer() };

type Context = FlowContext<typeof inputs, typeof outputs, { arrived: string[] }>;

/** How many of the inputs that something leads to have not fired yet. */
const countRemaining = ({ connectedTriggers, state }: Context): number =>
  [...connectedTriggers].filter((port) => port !== 'Reset' && !state.arrived.includes(port)).length;

export const waitAllNode = defineFlowNode({
  description: `Fires Out once every input that a wire leads to has fired, in whatever order, then begins anew. An input that fires again in the meantime counts once. Remaining is how many are still to come; Reset forgets those that have come. Count, 1 to ${maxNumberedPorts}, sets how many inputs there are.`,
  inputs,
  outputs,
  portsFor: expandNumberedPorts,
  state: () => ({ arrived: [] as string[] }),
  live: { Remaining: countRemaining },
  on: {
    ...createNumberedHandlers('In', (port) => (context: Context) => {
      const { state, emit } = context;
      if (!state.arrived.includes(port)) state.arrived.push(port);
      if (countRemaining(context) > 0) return;
      state.arrived = [];
      emit.Out();
    }),
    Reset: ({ state }) => {
      state.arrived = [];
    },
  },
});
