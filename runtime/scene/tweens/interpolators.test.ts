import { expect, test } from 'vitest';
import { getInterpolation } from './interpolators.ts';

const black = { r: 0, g: 0, b: 0, a: 0 };

test('interpolates between two values of a type, also beyond them', () => {
  expect(getInterpolation('Float')(1, 3, 0.25)).toBe(1.5);
  expect(getInterpolation('Float')(1, 3, 1.5)).toBe(4);
  expect(getInterpolation('Integer')(1, 4, 0.5)).toBe(3);
  expect(getInterpolation('Vector3')({ x: 0, y: 1, z: 2 }, { x: 4, y: 5, z: 10 }, 0.5)).toEqual({
    x: 2,
    y: 3,
    z: 6,
  });
  expect(getInterpolation('Color')(black, { r: 0.25, g: 0.5, b: 0.75, a: 1 }, 2)).toEqual({
    r: 0.5,
    g: 1,
    b: 1.5,
    a: 2,
  });
});
