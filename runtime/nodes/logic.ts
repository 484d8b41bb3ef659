import { equalWithin } from './equality.ts';
import { category, pureNode } from './node.ts';
import { boolean, dropdown, float, generic } from './ports.ts';

const and = pureNode({
  enumValue: 'And',
  description: 'True when A and B are both true. B is evaluated only when A is true.',
  inputs: { A: boolean(), B: boolean(false, { lazy: true }) },
  outputs: { Result: boolean() },
  evaluate: (inputs) => inputs.A && inputs.B,
});

const or = pureNode({
  enumValue: 'Or',
  description: 'True when A or B is true. B is evaluated only when A is false.',
  inputs: { A: boolean(), B: boolean(false, { lazy: true }) },
  outputs: { Result: boolean() },
  evaluate: (inputs) => inputs.A || inputs.B,
});

const not = pureNode({
  enumValue: 'Not',
  description: 'True when A is false.',
  inputs: { A: boolean() },
  outputs: { Result: boolean() },
  evaluate: ({ A }) => !A,
});

const equal = pureNode({
  enumValue: 'Equal',
  description:
    'True when A and B are the same value, with objects and lists compared by content. Numbers, also those inside, may differ by Tolerance.',
  inputs: { A: generic(), B: generic(), Tolerance: float() },
  outputs: { Result: boolean() },
  evaluate: ({ A, B, Tolerance }) => equalWithin(A, B, Tolerance),
});

const compare = pureNode({
  enumValue: 'Compare',
  description: 'Compares the numbers A and B by the chosen operator.',
  inputs: { A: float(), B: float(), Operator: dropdown('Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual') },
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
});

const select = pureNode({
  enumValue: 'Select',
  description: 'IfTrue when Condition is true, IfFalse otherwise. Only the chosen side is evaluated.',
  inputs: {
    Condition: boolean(),
    IfTrue: generic(null, { lazy: true }),
    IfFalse: generic(null, { lazy: true }),
  },
  outputs: { Result: generic() },
  evaluate: (inputs) => (inputs.Condition ? inputs.IfTrue : inputs.IfFalse),
});

export const logic = category('Logic', [and, or, not, equal, compare, select]);
