import type { Vector3 } from '#spec/values.ts';
import { clampToFinite } from '../../values/clamp-finite.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { dropdown, float, vector3 } from '../dsl/ports.ts';

const combinePerAxis = (a: Vector3, b: Vector3, combine: (a: number, b: number) => number): Vector3 => ({
  x: clampToFinite(combine(a.x, b.x)),
  y: clampToFinite(combine(a.y, b.y)),
  z: clampToFinite(combine(a.z, b.z)),
});

const getDotProduct = (a: Vector3, b: Vector3): number => a.x * b.x + a.y * b.y + a.z * b.z;

const getVectorLength = ({ x, y, z }: Vector3): number => clampToFinite(Math.hypot(x, y, z));

const operators = {
  Add: (a: number, b: number) => a + b,
  Subtract: (a: number, b: number) => a - b,
  Multiply: (a: number, b: number) => a * b,
  Divide: (a: number, b: number) => (b === 0 ? 0 : a / b),
};

export const vectorNodes = defineCategory('Vector', {
  MakeVector3: definePureNode({
    description: 'The vector with the components X, Y and Z.',
    inputs: { X: float(), Y: float(), Z: float() },
    outputs: { Vector: vector3() },
    evaluate: ({ X, Y, Z }) => ({ x: X, y: Y, z: Z }),
  }),
  SplitVector3: definePureNode({
    description: 'The three components of a vector.',
    inputs: { Vector: vector3() },
    outputs: { X: float(), Y: float(), Z: float() },
    evaluate: {
      X: ({ Vector }) => Vector.x,
      Y: ({ Vector }) => Vector.y,
      Z: ({ Vector }) => Vector.z,
    },
  }),
  VectorMath: definePureNode({
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
      return combinePerAxis(A, B, operators[Operator]);
    },
  }),
  VectorLerp: definePureNode({
    description: 'Interpolates between the points A (T = 0) and B (T = 1). A T outside 0 to 1 extrapolates.',
    inputs: { A: vector3(), B: vector3(), T: float() },
    outputs: { Result: vector3() },
    evaluate: ({ A, B, T }) => combinePerAxis(A, B, (a, b) => a + (b - a) * T),
  }),
  VectorLength: definePureNode({
    description: 'The length of a vector.',
    inputs: { Vector: vector3() },
    outputs: { Length: float() },
    evaluate: ({ Vector }) => getVectorLength(Vector),
  }),
  NormalizeVector: definePureNode({
    description: 'The vector of length 1 in the same direction; the zero vector stays zero.',
    inputs: { Vector: vector3() },
    outputs: { Result: vector3() },
    evaluate: ({ Vector }) => {
      const length = getVectorLength(Vector);
      return length === 0
        ? { x: 0, y: 0, z: 0 }
        : { x: Vector.x / length, y: Vector.y / length, z: Vector.z / length };
    },
  }),
  DotProduct: definePureNode({
    description: 'The dot product of A and B.',
    inputs: { A: vector3(), B: vector3() },
    outputs: { Result: float() },
    evaluate: ({ A, B }) => clampToFinite(getDotProduct(A, B)),
  }),
  CrossProduct: definePureNode({
    description: 'The cross product of A and B, perpendicular to both.',
    inputs: { A: vector3(), B: vector3() },
    outputs: { Result: vector3() },
    evaluate: ({ A, B }) => ({
      x: clampToFinite(A.y * B.z - A.z * B.y),
      y: clampToFinite(A.z * B.x - A.x * B.z),
      z: clampToFinite(A.x * B.y - A.y * B.x),
    }),
  }),
  VectorDistance: definePureNode({
    description: 'The distance between the points A and B.',
    inputs: { A: vector3(), B: vector3() },
    outputs: { Distance: float() },
    evaluate: ({ A, B }) => getVectorLength(combinePerAxis(A, B, (a, b) => a - b)),
  }),
});
