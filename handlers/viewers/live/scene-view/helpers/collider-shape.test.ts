import { expect, test } from 'vitest';
import { createColliderShape } from './collider-shape.ts';
import { createWireframe } from './collider-wireframes.ts';

const values = {
  ...{ shape: 'box', size: { x: 1, y: 2, z: 3 }, radius: 0.5, height: 2, isTrigger: false },
  center: { x: 1, y: 0, z: 0 },
};
const createSolid = (shape: string, scale: readonly [number, number, number]) => {
  const [x, y, z] = scale;
  return createColliderShape({ ...values, shape }, { x, y, z })?.solid;
};

/** Returns the largest extent of the lines from the center, along each axis. */
const measureExtent = (lines: readonly number[]): number[] =>
  [0, 1, 2].map((axis) => Math.max(...lines.filter((_, i) => i % 3 === axis)));

test('a box scales along each axis, mirrored or not, with its center', () => {
  const collider = createColliderShape(values, { x: -2, y: 1, z: 0.5 });
  expect(collider).toEqual({
    ...{ solid: { shape: 'box', size: { x: 2, y: 2, z: 1.5 } }, isTrigger: false },
    offset: { x: -2, y: 0, z: 0 },
  });
});

test('round shapes use the largest scale across their axis', () => {
  expect(createSolid('sphere', [1, 3, 2])).toEqual({ shape: 'sphere', radius: 1.5 });
  expect(createSolid('capsule', [1, 3, 2])).toEqual({ shape: 'capsule', radius: 1, cylinderHeight: 4 });
});

test('a capsule no taller than its caps is a sphere', () => {
  expect(createSolid('capsule', [2, 1, 1])).toEqual({ shape: 'sphere', radius: 1 });
});

test('an unknown shape has no lines', () => {
  expect(createSolid('torus', [1, 1, 1])).toBeUndefined();
});

test('lines reach exactly to the surface', () => {
  expect(measureExtent(createWireframe({ shape: 'box', size: { x: 2, y: 4, z: 6 } }))).toEqual([1, 2, 3]);
  expect(createWireframe({ shape: 'box', size: { x: 2, y: 4, z: 6 } })).toHaveLength(12 * 2 * 3);
  expect(measureExtent(createWireframe({ shape: 'sphere', radius: 2 }))).toEqual([2, 2, 2]);
  const capsule = createWireframe({ shape: 'capsule', radius: 1, cylinderHeight: 4 });
  expect(measureExtent(capsule).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([1, 3, 1]);
  const points = capsule.flatMap((x, i) =>
    i % 3 === 0 ? [[x, capsule[i + 1] ?? 0, capsule[i + 2] ?? 0]] : [],
  );
  for (const [x = 0, y = 0, z = 0] of points)
    expect(Math.hypot(x, Math.max(0, Math.abs(y) - 2), z)).toBeCloseTo(1, 9);
});
