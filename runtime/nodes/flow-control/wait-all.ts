import { node } from '../grammar/node.ts';
import { countedPorts, countPort, mostNumbered, numberedBodies } from '../grammar/numbered-ports.ts';
import { integer, trigger } from '../grammar/ports.ts';
import type { FlowContext } from '../grammar/context.ts';

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
const remaining = ({ wired, state }: Context): number =>
  [...wired].filter((port) => port !== 'Reset' && !state.arrived.includes(port)).length;

export const waitAll = node({
  description: `Fires Out once every input that a wire leads to has fired, in whatever order, then begins anew. An input that fires again in the meantime counts once. Remaining is how many are still to come; Reset forgets those that have come. Count, 1 to ${mostNumbered}, sets how many inputs there are.`,
  inputs,
  outputs,
  portsFor: countedPorts,
  state: () => ({ arrived: [] as string[] }),
  live: { Remaining: remaining },
  on: {
    ...numberedBodies('In', (port) => (context: Context) => {
      const { state, emit } = context;
      if (!state.arrived.includes(port)) state.arrived.push(port);
      if (remaining(context) > 0) return;
      state.arrived = [];
      emit.Out();
    }),
    Reset: ({ state }) => {
      state.arrived = [];
    },
  },
});
