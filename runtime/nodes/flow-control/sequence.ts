import { defineFlowNode } from '../dsl/define-node.ts';
import { expandNumberedPorts, countPort, maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { trigger } from '../dsl/ports.ts';

export const sequenceNode = defineFlowNode({
  description: `Fires its outputs in order, each to completion before the next. Count, 1 to ${maxNumberedPorts}, sets the number of outputs.`,
  inputs: { In: trigger, Count: countPort },
  outputs: { Then0: trigger, Then1: trigger, Then2: trigger, Then3: trigger },
  portsFor: expandNumberedPorts,
  on: {
    In: ({ triggers }) => {
      for (const fire of triggers) fire();
    },
  },
});
