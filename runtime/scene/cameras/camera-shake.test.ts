import { describe, expect, it } from 'vitest';
import { getShakeOffset } from './camera-shake.ts';

const shake = { seed: 7, strength: 2, time: 1.5 };
const ticks = Array.from({ length: 91 }, (_, tick) => tick / 60);
const sampleShake = (changes: Partial<typeof shake> = {}) =>
  ticks.map((at) => getShakeOffset({ ...shake, ...changes }, at));

describe('a shake', () => {
  it('starts and ends at rest, and stays there', () => {
    expect(sampleShake()[0]).toEqual({ right: 0, up: 0 });
    for (const seconds of [1.5, 1.5 - 1e-9, 2, 1e9])
      expect(getShakeOffset(shake, seconds)).toEqual({ right: 0, up: 0 });
    expect(getShakeOffset({ ...shake, time: 0 }, 0)).toEqual({ right: 0, up: 0 });
  });

  it('moves both ways, never further than its strength, and decays', () => {
    for (const seed of [0, 1, -5, 2 ** 40]) {
      const offsets = sampleShake({ seed });
      for (const [tick, { right, up }] of offsets.entries())
        expect(Math.hypot(right, up)).toBeLessThanOrEqual(2 * (1 - ticks[tick]! / 1.5) + 1e-12);
      for (const axis of ['right', 'up'] as const) {
        expect(Math.max(...offsets.map((offset) => offset[axis]))).toBeGreaterThan(0.1);
        expect(Math.min(...offsets.map((offset) => offset[axis]))).toBeLessThan(-0.1);
      }
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect(sampleShake()).toEqual(sampleShake());
    expect(sampleShake({ seed: 8 })).not.toEqual(sampleShake());
  });

  it('is twice as large with twice the strength', () => {
    const single = sampleShake();
    for (const [tick, { right, up }] of sampleShake({ strength: 4 }).entries())
      expect([right, up]).toEqual([2 * single[tick]!.right, 2 * single[tick]!.up]);
  });

  it('moves without jumps', () => {
    const step = 1e-6;
    for (let at = 0; at < 1.5; at += 0.0125) {
      const [from, to] = [getShakeOffset(shake, at), getShakeOffset(shake, at + step)];
      // The offset crosses from side to side at most 20 times per second, and easing makes this movement up to 1.5
      // times as fast in between.
      expect(Math.hypot(to.right - from.right, to.up - from.up)).toBeLessThan(step * 20 * 4 * 1.5 * 1.1);
    }
  });
});
