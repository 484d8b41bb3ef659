import { describe, expect, it } from 'vitest';
import { computeDistanceGain, type DistanceModel } from './live-sounds.ts';

const createDistanceModel = (changes: Partial<DistanceModel>): DistanceModel => ({
  ...{ rolloff: 'inverse', rolloffFactor: 1, minDistance: 2, maxDistance: 12 },
  ...changes,
});

describe('the gain of a sound at a distance', () => {
  it.each([
    ['linear', 1, 7, 0.5],
    ['linear', 0.5, 7, 0.75],
    ['linear', 3, 7, 0.5],
    ['linear', 1, 12, 0],
    ['linear', 0.5, 99, 0.5],
    ['inverse', 1, 8, 0.25],
    ['inverse', 3, 8, 0.1],
    ['inverse', 1, 200, 0.01],
    ['inverse', 0, 1e300, 1],
    ['exponential', 1, 8, 0.25],
    ['exponential', 2, 8, 0.0625],
    ['exponential', 2, 200, 0.0001],
  ] as const)('%s with a factor of %d at %d m is %d', (rolloff, rolloffFactor, distance, gain) => {
    expect(computeDistanceGain(createDistanceModel({ rolloff, rolloffFactor }), distance)).toBeCloseTo(
      gain,
      14,
    );
  });

  it.each(['linear', 'inverse', 'exponential'] as const)('is 1 within minDistance: %s', (rolloff) => {
    for (const distance of [0, 1, 2])
      expect(computeDistanceGain(createDistanceModel({ rolloff, rolloffFactor: 2 }), distance)).toBe(1);
  });
});
