import { category, pureNode } from './node.ts';
import { float } from './ports.ts';

/** Floats are finite everywhere: a sum or product that is too large stops at the largest number. */
export const finite = (value: number): number => {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 0 : Math.sign(value) * Number.MAX_VALUE;
};

const add = pureNode({
  enumValue: 'Add',
  description: 'The sum of A and B. What is too large for a number becomes the largest one.',
  inputs: { A: float(), B: float() },
  outputs: { Result: float() },
  evaluate: ({ A, B }) => finite(A + B),
});

const subtract = pureNode({
  enumValue: 'Subtract',
  description: 'A minus B. What is too large for a number becomes the largest one.',
  inputs: { A: float(), B: float() },
  outputs: { Result: float() },
  evaluate: ({ A, B }) => finite(A - B),
});

const multiply = pureNode({
  enumValue: 'Multiply',
  description: 'The product of A and B. What is too large for a number becomes the largest one.',
  inputs: { A: float(1), B: float(1) },
  outputs: { Result: float() },
  evaluate: ({ A, B }) => finite(A * B),
});

const divide = pureNode({
  enumValue: 'Divide',
  description: 'A divided by B. Division by zero yields 0 and one console warning per run of the graph.',
  inputs: { A: float(), B: float(1) },
  outputs: { Result: float() },
  evaluate: ({ A, B }, { warnOnce }) => {
    if (B !== 0) return finite(A / B);
    warnOnce('Division by zero; the result is 0.');
    return 0;
  },
});

const modulo = pureNode({
  enumValue: 'Modulo',
  description:
    'The floored remainder of A divided by B, which has the sign of B. A remainder by zero yields 0 and one console warning per run of the graph.',
  inputs: { A: float(), B: float(1) },
  outputs: { Result: float() },
  evaluate: ({ A, B }, { warnOnce }) => {
    if (B !== 0) return flooredRemainder(A, B);
    warnOnce('Remainder by zero; the result is 0.');
    return 0;
  },
});

/** Through `%`, which is exact, rather than through a floored quotient, which rounds. */
const flooredRemainder = (a: number, b: number): number => {
  const remainder = a % b;
  return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder;
};

const clamp = pureNode({
  enumValue: 'Clamp',
  description: 'Value limited to the range from Min to Max. With Min above Max the result is Max.',
  inputs: { Value: float(), Min: float(), Max: float(1) },
  outputs: { Result: float() },
  evaluate: ({ Value, Min, Max }) => Math.min(Math.max(Value, Min), Max),
});

const min = pureNode({
  enumValue: 'Min',
  description: 'The smaller of A and B.',
  inputs: { A: float(), B: float() },
  outputs: { Result: float() },
  evaluate: ({ A, B }) => Math.min(A, B),
});

const max = pureNode({
  enumValue: 'Max',
  description: 'The larger of A and B.',
  inputs: { A: float(), B: float() },
  outputs: { Result: float() },
  evaluate: ({ A, B }) => Math.max(A, B),
});

export const math = category('Math', [add, subtract, multiply, divide, modulo, min, max, clamp]);
