import { expect, test } from 'vitest';
import { evaluatePureNode } from '../../engine/testing-runtime.ts';

const createVector3 = (x: number, y: number, z: number) => ({ x, y, z });
const [a, b] = [createVector3(1, 2, 3), createVector3(4, 0, -2)];

test.each([
  ['MakeVector3', { X: 1, Y: 2, Z: 3 }, 'Vector', a],
  ['SplitVector3', { Vector: a }, 'X', 1],
  ['SplitVector3', { Vector: a }, 'Y', 2],
  ['SplitVector3', { Vector: a }, 'Z', 3],
  ['VectorMath', { A: a, B: b, Operator: 'Add' }, 'Result', createVector3(5, 2, 1)],
  ['VectorMath', { A: a, B: b, Operator: 'Subtract' }, 'Result', createVector3(-3, 2, 5)],
  ['VectorMath', { A: a, B: b, Operator: 'Multiply' }, 'Result', createVector3(4, 0, -6)],
  ['VectorMath', { A: a, B: b, Operator: 'Divide' }, 'Result', createVector3(0.25, 0, -1.5)],
  ['VectorLerp', { A: a, B: b, T: 0.5 }, 'Result', createVector3(2.5, 1, 0.5)],
  ['VectorLerp', { A: a, B: b, T: 2 }, 'Result', createVector3(7, -2, -7)],
  ['VectorLength', { Vector: createVector3(2, -3, 6) }, 'Length', 7],
  ['NormalizeVector', { Vector: createVector3(0, 3, 4) }, 'Result', createVector3(0, 0.6, 0.8)],
  ['NormalizeVector', { Vector: createVector3(0, 0, 0) }, 'Result', createVector3(0, 0, 0)],
  ['DotProduct', { A: a, B: b }, 'Result', -2],
  ['CrossProduct', { A: a, B: b }, 'Result', createVector3(-4, 14, -8)],
  ['VectorDistance', { A: createVector3(1, 1, 1), B: createVector3(3, 4, 7) }, 'Distance', 7],
])('%s of %j outputs %s %j', (category, values, output, expected) => {
  expect(evaluatePureNode(category, values, output).value).toEqual(expected);
});

test('VectorMath warns of a division by zero once', () => {
  const { runtime } = evaluatePureNode('VectorMath', { A: a, B: b, Operator: 'Divide' });
  runtime.step(3);
  expect(runtime.messages()).toEqual(['Division by zero; the result is 0 on that axis.']);
});

test.each([
  ['Divide', createVector3(1, 2, 4)],
  ['Multiply', createVector3(0, 0, 0)],
])('VectorMath writes no warning for %s by %j', (operator, value) => {
  const { runtime } = evaluatePureNode('VectorMath', { A: a, B: value, Operator: operator });
  runtime.step(1);
  expect(runtime.messages()).toEqual([]);
});
