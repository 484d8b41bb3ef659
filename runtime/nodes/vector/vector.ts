import type { Vector3 } from '#spec/values.ts';
import { finite } from '../../finite.ts';
import { category, pureNode } from '../grammar/node.ts';
import { dropdown, float, vector3 } from '../grammar/ports.ts';

const perAxis = (a: Vector3, b: Vector3, combine: (a: number, b: number) => number): Vector3 => ({
  x: finite(combine(a.x, b.x)),
  y: finite(combine(a.y, b.y)),
  z: finite(combine(a.z, b.z)),
});

const dot = (a: Vector3, b: Vector3): number => a.x * b.x + a.y * b.y + a.z * b.z;

const lengthOf = ({ x, y, z }: Vector3): number => finite(Math.hypot(x, y, z));

const operators = {
  Add: (a: number, b: number) => a + b,
  Subtract: (a: number, b: number) => a - b,
  Multiply: (a: number, b: number) => a * b,
  Divide: (a: number, b: number) => (b === 0 ? 0 : a / b),
};

export const vector = category('Vector', {
  MakeVector3: pureNode({
    description: 'The vector of X, Y and Z.',
    inputs: { X: float(), Y: float(), Z: float() },
    outputs: { Vector: vector3() },
    evaluate: ({ X, Y, Z }) => ({ x: X, y: Y, z: Z }),
  }),
  SplitVector3: pureNode({
    description: 'The three components of a vector.',
    inputs: { Vector: vector3() },
    outputs: { X: float(), Y: float(), Z: float() },
    evaluate: {
      X: ({ Vector }) => Vector.x,
      Y: ({ Vector }) => Vector.y,
      Z: ({ Vector }) => Vector.z,
    },
  }),
  VectorMath: pureNode({
    description:
      'A and B combined axis by axis: Add, Subtract, Multiply or Divide. A division by zero yields 0 on its axis and one console warning per run of the graph.',
    inputs: {
      A: vector3(),
      B: vector3(),
      Operator: dropdown('Add', 'Subtract', 'Multiply', 'Divide'),
    },
    outputs: { Result: vector3() },
    evaluate: ({ A, B, Operator }, { warnOnce }) => {
      if (Operator === 'Divide' && (B.x === 0 || B.y === 0 || B.z === 0)) {
        warnOnce('Division by zero; the result is 0 on that axis.');
      }
      return perAxis(A, B, operators[Operator]);
    },
  }),
  VectorLerp: pureNode({
    description:
      'The point on the way from A, where T is 0, to B, where T is 1. T beyond both leads beyond both.',
    inputs: { A: vector3(), B: vector3(), T: float() },
    outputs: { Result: vector3() },
    evaluate: ({ A, B, T }) => perAxis(A, B, (a, b) => a + (b - a) * T),
  }),
  VectorLength: pureNode({
    description: 'The length of a vector.',
    inputs: { Vector: vector3() },
    outputs: { Length: float() },
    evaluate: ({ Vector }) => lengthOf(Vector),
  }),
  NormalizeVector: pureNode({
    description: 'The vector of length 1 in the same direction; the zero vector stays zero.',
    inputs: { Vector: vector3() },
    outputs: { Result: vector3() },
    evaluate: ({ Vector }) => {
      const length = lengthOf(Vector);
      return length === 0
        ? { x: 0, y: 0, z: 0 }
        : { x: Vector.x / length, y: Vector.y / length, z: Vector.z / length };
    },
  }),
  DotProduct: pureNode({
    description: 'The dot product of A and B.',
    inputs: { A: vector3(), B: vector3() },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => finite(dot(A, B)),
  }),
  CrossProduct: pureNode({
    description: 'The cross product of A and B, at right angles to both.',
    inputs: { A: vector3(), B: vector3() },
    outputs: { Result: vector3() },
    evaluate: ({ A, B }) => ({
      x: finite(A.y * B.z - A.z * B.y),
      y: finite(A.z * B.x - A.x * B.z),
      z: finite(A.x * B.y - A.y * B.x),
    }),
  }),
  VectorDistance: pureNode({
    description: 'The distance between the points A and B.',
    inputs: { A: vector3(), B: vector3() },
    outputs: { Distance: float() },
    evaluate: ({ A, B }) => lengthOf(perAxis(A, B, (a, b) => a - b)),
  }),
});
