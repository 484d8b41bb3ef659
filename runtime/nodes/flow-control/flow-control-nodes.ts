import { isDeepEqual } from '../../values/json-equality.ts';
import { defineCategory, defineFlowNode } from '../dsl/define-node.ts';
import { countPort, expandNumberedPorts, maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { boolean, generic, integer, trigger } from '../dsl/ports.ts';
import { forEachNode, forLoopNode, whileLoopNode } from './loop-nodes.ts';
import { debounceNode, delayNode, throttleNode, waitAllNode, waitForNode } from './wait-nodes.ts';

export const flowControlNodes = defineCategory('FlowControl', {
  Branch: defineFlowNode({
    description: 'Fires True when Condition is true, False otherwise.',
    inputs: { In: trigger, Condition: boolean() },
    outputs: { True: trigger, False: trigger },
    on: {
      In: ({ inputs, emit }) => {
        if (inputs.Condition) emit.True();
        else emit.False();
      },
    },
  }),
  Sequence: defineFlowNode({
    description: `Fires its outputs in order, each to completion before the next. Count, 1 to ${maxNumberedPorts}, sets the number of outputs.`,
    inputs: { In: trigger, Count: countPort },
    outputs: { Then0: trigger, Then1: trigger, Then2: trigger, Then3: trigger },
    portsFor: expandNumberedPorts,
    on: {
      In: ({ triggers }) => {
        for (const fire of triggers) fire();
      },
    },
  }),
  ForLoop: forLoopNode,
  ForEach: forEachNode,
  WhileLoop: whileLoopNode,
  Switch: defineFlowNode({
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
  }),
  Gate: defineFlowNode({
    description:
      'Passes In on to Out only while open. Open, Close and Toggle change the state; StartOpen is the initial one.',
    inputs: { In: trigger, Open: trigger, Close: trigger, Toggle: trigger, StartOpen: boolean(true) },
    outputs: { Out: trigger, IsOpen: boolean() },
    state: ({ StartOpen }) => ({ open: StartOpen }),
    live: { IsOpen: ({ state }) => state.open },
    on: {
      In: ({ state, emit }) => {
        if (state.open) emit.Out();
      },
      Open: ({ state }) => {
        state.open = true;
      },
      Close: ({ state }) => {
        state.open = false;
      },
      Toggle: ({ state }) => {
        state.open = !state.open;
      },
    },
  }),
  MultiGate: defineFlowNode({
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
    state: (): { fired: number[]; last: number } => ({ fired: [], last: -1 }),
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
        const index = remaining[inputs.Random ? Math.floor(random() * remaining.length) : 0];
        if (index === undefined) return;
        state.fired.push(index);
        state.last = index;
        triggers[index]?.();
      },
      Reset: ({ state }) => {
        state.fired = [];
        state.last = -1;
      },
    },
  }),
  DoOnce: defineFlowNode({
    description: 'Passes only the first trigger, and the first one after each Reset.',
    inputs: { In: trigger, Reset: trigger },
    outputs: { Out: trigger },
    state: () => ({ done: false }),
    on: {
      In: ({ state, emit }) => {
        if (state.done) return;
        state.done = true;
        emit.Out();
      },
      Reset: ({ state }) => {
        state.done = false;
      },
    },
  }),
  DoN: defineFlowNode({
    description:
      'Passes the first Count triggers, and as many again after each Reset. Counter is how many have passed since then.',
    inputs: { In: trigger, Reset: trigger, Count: integer(1) },
    outputs: { Out: trigger, Counter: integer() },
    on: {
      In: ({ inputs, outputs, emit }) => {
        if (outputs.Counter >= inputs.Count) return;
        outputs.Counter += 1;
        emit.Out();
      },
      Reset: ({ outputs }) => {
        outputs.Counter = 0;
      },
    },
  }),
  FlipFlop: defineFlowNode({
    description: 'Fires A and B alternately, starting with A. IsA is whether A fired last.',
    inputs: { In: trigger },
    outputs: { A: trigger, B: trigger, IsA: boolean() },
    on: {
      In: ({ outputs, emit }) => {
        outputs.IsA = !outputs.IsA;
        if (outputs.IsA) emit.A();
        else emit.B();
      },
    },
  }),
  Delay: delayNode,
  WaitFor: waitForNode,
  WaitAll: waitAllNode,
  Throttle: throttleNode,
  Debounce: debounceNode,
});
