import { delayNode } from './delay.ts';
import { forEachNode, forLoopNode, whileLoopNode } from './loop-nodes.ts';
import { multiGateNode } from './multi-gate.ts';
import { defineCategory, defineFlowNode } from '../dsl/define-node.ts';
import { boolean, integer, trigger } from '../dsl/ports.ts';
import { debounceNode, throttleNode } from './throttle-debounce.ts';
import { sequenceNode } from './sequence.ts';
import { switchNode } from './switch.ts';
import { waitAllNode } from './wait-all.ts';
import { waitForNode } from './wait-for.ts';

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
  Sequence: sequenceNode,
  ForLoop: forLoopNode,
  ForEach: forEachNode,
  WhileLoop: whileLoopNode,
  Switch: switchNode,
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
  MultiGate: multiGateNode,
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
