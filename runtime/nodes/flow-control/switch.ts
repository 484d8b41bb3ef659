import { sameValue } from '../grammar/equality.ts';
import { node } from '../grammar/node.ts';
import { countedPorts, countPort, mostNumbered } from '../grammar/numbered-ports.ts';
import { generic, trigger } from '../grammar/ports.ts';

export const switchOn = node({
  description: `Fires the output of the first case that Value equals, Out0 for Case0 and so on, or Default when there is none. Objects and lists are compared by content; a number does not equal its text. A case that is neither written nor wired is never equal. Count, 1 to ${mostNumbered}, sets how many cases there are.`,
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
  portsFor: countedPorts,
  on: {
    In: ({ inputs, given, triggers, emit }) => {
      const { Value } = inputs;
      const values = given();
      const cases = triggers.slice(0, -1);
      const chosen = cases.find((_, index) => {
        const candidate = values[`Case${index}`];
        return candidate !== undefined && sameValue(candidate, Value);
      });
      if (chosen) chosen();
      else emit.Default();
    },
  },
});
