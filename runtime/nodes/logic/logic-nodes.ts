import { isDeepEqualWithin } from '../../values/json-equality.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { boolean, dropdown, float, generic } from '../dsl/ports.ts';

export const logicNodes = defineCategory('Logic', {
  And: definePureNode({
    description: 'True when A and B are both true. B is evaluated only when A is true.',
    inputs: { A: boolean(), B: boolean(false, { lazy: true }) },
    outputs: { Result: boolean() },
    evaluate: (inputs) => inputs.A && inputs.B,
  }),
  Or: definePureNode({
    description: 'True when A or B is true. B is evaluated only when A is false.',
    inputs: { A: boolean(), B: boolean(false, { lazy: true }) },
    outputs: { Result: boolean() },
    evaluate: (inputs) => inputs.A || inputs.B,
  }),
  Not: definePureNode({
    description: 'True when A is false.',
    inputs: { A: boolean() },
    outputs: { Result: boolean() },
    evaluate: ({ A }) => !A,
  }),
  Xor: definePureNode({
    description: 'True when exactly one of A and B is true.',
    inputs: { A: boolean(), B: boolean() },
    outputs: { Result: boolean() },
    evaluate: ({ A, B }) => A !== B,
  }),
  Equal: definePureNode({
    description:
      'True when A and B are the same value, with objects and lists compared by content. Numbers, also nested ones, may differ by Tolerance.',
    inputs: { A: generic(), B: generic(), Tolerance: float() },
    outputs: { Result: boolean() },
    evaluate: ({ A, B, Tolerance }) => isDeepEqualWithin(A, B, Tolerance),
  }),
  Compare: definePureNode({
    description: 'Compares the numbers A and B by the chosen operator.',
    inputs: {
      A: float(),
      B: float(),
      Operator: dropdown('Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual'),
    },
    outputs: { Result: boolean() },
    evaluate: ({ A, B, Operator }) => {
      switch (Operator) {
        case 'Less':
          return A < B;
        case 'LessOrEqual':
          return A <= B;
        case 'Greater':
          return A > B;
        case 'GreaterOrEqual':
          return A >= B;
      }
    },
  }),
  InRange: definePureNode({
    description: 'True when Value is from Min to Max, both included. With Min above Max nothing is in range.',
    inputs: { Value: float(), Min: float(), Max: float(1) },
    outputs: { Result: boolean() },
    evaluate: ({ Value, Min, Max }) => Min <= Value && Value <= Max,
  }),
  Select: definePureNode({
    description: 'IfTrue when Condition is true, IfFalse otherwise. Only the chosen side is evaluated.',
    inputs: {
      Condition: boolean(),
      IfTrue: generic(null, { lazy: true }),
      IfFalse: generic(null, { lazy: true }),
    },
    outputs: { Result: generic() },
    evaluate: (inputs) => (inputs.Condition ? inputs.IfTrue : inputs.IfFalse),
  }),
  IsValid: definePureNode({
    description:
      'False for null, the value of an input that is neither set nor connected, and for the tag from an object output when the scene has no object with it. True for every other value, also for false, 0 and an empty text.',
    inputs: { Value: generic() },
    outputs: { Result: boolean() },
    evaluate: ({ Value }, { getConnectedType, runtime }) =>
      getConnectedType('Value') === 'ObjectSelector'
        ? runtime.scene.find(String(Value)) !== undefined
        : Value !== null && !Number.isNaN(Value),
  }),
});
