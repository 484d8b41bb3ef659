import { node } from '../grammar/node.ts';
import { countedPorts, countPort, mostNumbered } from '../grammar/numbered-ports.ts';
import { trigger } from '../grammar/ports.ts';

export const sequence = node({
  description: `Fires its outputs in order, each to completion before the next. Count, 1 to ${mostNumbered}, sets how many there are.`,
  inputs: { In: trigger, Count: countPort },
  outputs: { Then0: trigger, Then1: trigger, Then2: trigger, Then3: trigger },
  portsFor: countedPorts,
  on: {
    In: ({ triggers }) => {
      for (const fire of triggers) fire();
    },
  },
});
