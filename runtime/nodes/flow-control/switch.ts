import { isDeepEqual } from '../../values/json-equality.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { expandNumberedPorts, countPort, maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { generic, trigger } from '../dsl/ports.ts';

export const switchNode = defineFlowNode({
  description: `Fires the output of the first case that equals Value, Out0 for Case0 and so on, or Default when none does. Objects and lists are compared by content; a number does not equal its text. A case that is neither set nor connected never matches. Count, 1 to ${maxNumberedPorts}, sets the number of cases.`,
  inputs: {
    In: trigger,
    Value: generic(),
    Case0: generic(),
    Case1: generic(),
    Case2: generic(),
    Case3: generic(),
    Count: countPort,
  },
  outputs: { Out0: trigger, Out1: trigger, Out2: trigger, Out3: trigger, Default: trigger },
  portsFor: expandNumberedPorts,
  on: {
    In: ({ inputs, getSetInputs, triggers, emit }) => {
      const { Value } = inputs;
      const values = getSetInputs();
      const cases = triggers.slice(0, -1);
      const matchingCase = cases.find((_, index) => {
        const candidate = values[`Case${index}`];
        return candidate !== undefined && isDeepEqual(candidate, Value);
      });
      if (matchingCase) matchingCase();
      else emit.Default();
    },
  },
});
