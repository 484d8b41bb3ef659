import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastCosine, fastSine } from './quaternion-math.ts';

describe('angles up to a right angle', () => {
  const angle = fc.double({ min: 0, max: Math.PI / 2, noNaN: true });

  it.each([
    ['sine', fastSine, Math.sin],
    ['cosine', fastCosine, Math.cos],
  ])('have a %s that is accurate to 1e-9, and exact at 0', (_, approximate, exact) => {
    fc.assert(fc.property(angle, (x) => Math.abs(approximate(x) - exact(x)) < 1e-9));
    expect(approximate(0)).toBe(exact(0));
    expect(Math.abs(approximate(Math.PI / 2) - exact(Math.PI / 2))).toBeLessThan(1e-9);
  });
});
