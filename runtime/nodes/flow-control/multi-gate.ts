import { defineFlowNode } from '../dsl/define-node.ts';
import { expandNumberedPorts, countPort, maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { boolean, integer, trigger } from '../dsl/ports.ts';

export const multiGateNode = defineFlowNode({
  description: `Fires a different output at each trigger, in order or, when Random is true, in random order. When all have fired, Loop starts another round; without it, nothing fires until Reset. LastIndex is the number of the last output fired, -1 before the first and after Reset. Count, 1 to ${maxNumberedPorts}, sets the number of outputs.`,
  inputs: {
    In: trigger,
    Reset: trigger,
    Loop: boolean(),
    Random: boolean(),
    Count: countPort,
  },
  outputs: { Out0: trigger, Out1: trigger, Out2: trigger, Out3: trigger, LastIndex: integer() },
  portsFor: expandNumberedPorts,
  state: () => ({ fired: [] as number[], last: -1 }),
  live: { LastIndex: ({ state }) => state.last },
  on: {
    In: ({ inputs, state, triggers, random }) => {
      const indexes = [...triggers.keys()];
      let remaining = indexes.filter((index) => !state.fired.includes(index));
      if (remaining.length === 0) {
        if (!inputs.Loop) return;
        state.fired = [];
        remaining = indexes;
      }
      // biome-ignore lint/style/noNonNullAssertion: there is always at least one output left
      const index = remaining[inputs.Random ? Math.floor(random() * remaining.length) : 0]!;
      state.fired.push(index);
      state.last = index;
      triggers[index]?.();
    },
    Reset: ({ state }) => {
      state.fired = [];
      state.last = -1;
    },
  },
});
