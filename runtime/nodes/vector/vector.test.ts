import { expect, test } from 'vitest';
import { evaluate } from '../../engine/testing.ts';

const at = (x: number, y: number, z: number) => ({ x, y, z });
const [a, b] = [at(1, 2, 3), at(4, 0, -2)];

test.each([
  ['MakeVector3', { X: 1, Y: 2, Z: 3 }, 'Vector', a],
  ['SplitVector3', { Vector: a }, 'X', 1],
  ['SplitVector3', { Vector: a }, 'Y', 2],
  ['SplitVector3', { Vector: a }, 'Z', 3],
  ['VectorMath', { A: a, B: b, Operator: 'Add' }, 'Result', at(5, 2, 1)],
  ['VectorMath', { A: a, B: b, Operator: 'Subtract' }, 'Result', at(-3, 2, 5)],
  ['VectorMath', { A: a, B: b, Operator: 'Multiply' }, 'Result', at(4, 0, -6)],
  ['VectorMath', { A: a, B: b, Operator: 'Divide' }, 'Result', at(0.25, 0, -1.5)],
  ['VectorLerp', { A: a, B: b, T: 0.5 }, 'Result', at(2.5, 1, 0.5)],
  ['VectorLerp', { A: a, B: b, T: 2 }, 'Result', at(7, -2, -7)],
  ['VectorLength', { Vector: at(2, -3, 6) }, 'Length', 7],
  ['NormalizeVector', { Vector: at(0, 3, 4) }, 'Result', at(0, 0.6, 0.8)],
  ['NormalizeVector', { Vector: at(0, 0, 0) }, 'Result', at(0, 0, 0)],
  ['DotProduct', { A: a, B: b }, 'Result', -2],
  ['CrossProduct', { A: a, B: b }, 'Result', at(-4, 14, -8)],
  ['VectorDistance', { A: at(1, 1, 1), B: at(3, 4, 7) }, 'Distance', 7],
])('%s of %j has %s %j', (category, values, output, expected) => {
  expect(evaluate(category, values, output).value).toEqual(expected);
});

test('VectorMath warns of a division by zero once', () => {
  const { stage } = evaluate('VectorMath', { A: a, B: b, Operator: 'Divide' });
  stage.step(3);
  expect(stage.messages()).toEqual(['Division by zero; the result is 0 on that axis.']);
});

test.each([
  ['Divide', at(1, 2, 4)],
  ['Multiply', at(0, 0, 0)],
])('VectorMath has nothing to warn of when it is to %s by %j', (operator, by) => {
  const { stage } = evaluate('VectorMath', { A: a, B: by, Operator: operator });
  stage.step(1);
  expect(stage.messages()).toEqual([]);
});
