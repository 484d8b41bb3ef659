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

/** Returns the number of connected inputs that have not fired yet. */
const countRemaining = ({ connectedTriggers, state }: Context): number =>
  [...connectedTriggers].filter((port) => port !== 'Reset' && !state.arrived.includes(port)).length;

export const waitAllNode = defineFlowNode({
  description: `Fires Out once every connected input has fired, in any order, then starts again. An input that fires repeatedly counts once. Remaining is the number of inputs that have not fired yet; Reset forgets those that have. Count, 1 to ${maxNumberedPorts}, sets the number of inputs.`,
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
