import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followSmoothly, type Motion } from './smooth-follow.ts';
import { precisionDigits } from './testing-cameras.ts';

const createVector = (x: number, y = 0, z = 0) => ({ x, y, z });
const zeroVelocity: Motion = { position: createVector(0), velocity: createVector(0) };

/** Follows a goal in equal steps while the goal moves by `distance` at constant speed. */
const followInSteps = (
  steps: number,
  motion: Motion,
  goal: number,
  distance: number,
  damping: number,
  seconds: number,
) => {
  let moved = motion;
  for (let index = 0; index < steps; index++) {
    const [from, to] = [index, index + 1].map((step) => createVector(goal + (distance * step) / steps));
    moved = followSmoothly(moved, from!, to!, damping, seconds / steps);
  }
  return moved;
};

describe('what follows', () => {
  it('without damping is exactly at the goal and at rest, also when no time passes', () => {
    const moving = { position: createVector(9, 9, 9), velocity: createVector(1) };
    for (const seconds of [0, 1 / 60])
      expect(followSmoothly(moving, createVector(0), createVector(0.1, 0.2, 0.3), 0, seconds)).toEqual({
        position: createVector(0.1, 0.2, 0.3),
        velocity: createVector(0),
      });
  });

  it('does not move while no time passes', () => {
    const moving = { position: createVector(9), velocity: createVector(1) };
    expect(followSmoothly(moving, createVector(0), createVector(1), 0.5, 0)).toEqual(moving);
  });

  it('has a remaining distance of (1 + 2t/damping) exp(-2t/damping) to a resting goal', () => {
    for (const seconds of [0.1, 0.5, 1, 3]) {
      const remaining = (1 + 4 * seconds) * Math.exp(-4 * seconds);
      const { position, velocity } = followSmoothly(
        zeroVelocity,
        createVector(2, 4, -6),
        createVector(2, 4, -6),
        0.5,
        seconds,
      );
      expect(position.x).toBeCloseTo(2 * (1 - remaining), precisionDigits);
      expect(position.y).toBeCloseTo(4 * (1 - remaining), precisionDigits);
      expect(position.z).toBeCloseTo(-6 * (1 - remaining), precisionDigits);
      expect(velocity.x).toBeCloseTo(2 * 16 * seconds * Math.exp(-4 * seconds), precisionDigits);
    }
  });

  it('lags by its damping behind a goal at constant speed', () => {
    const { position, velocity } = followInSteps(600, zeroVelocity, 0, 30, 0.5, 10);
    // The follower lags by half a second at 3 m per second.
    expect(position.x).toBeCloseTo(30 - 1.5, precisionDigits);
    expect(velocity.x).toBeCloseTo(3, precisionDigits);
  });

  it('has the same position at any frame rate', () => {
    const metres = fc.double({ min: -100, max: 100, noNaN: true });
    const seconds = fc.double({ min: 0.01, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        ...([metres, metres, metres, metres, seconds, seconds, fc.integer({ min: 2, max: 300 })] as const),
        (x, v, goal, distance, damping, time, steps) => {
          const motion = { position: createVector(x), velocity: createVector(v) };
          const [inOneStep, inManySteps] = [1, steps].map((count) =>
            followInSteps(count, motion, goal, distance, damping, time),
          );
          const size = 1 + Math.abs(distance / time) + Math.abs((distance / time) * damping) + 1000 / damping;
          expect(Math.abs(inOneStep!.position.x - inManySteps!.position.x) / size).toBeLessThan(1e-11);
          expect(Math.abs(inOneStep!.velocity.x - inManySteps!.velocity.x) / size).toBeLessThan(1e-10);
        },
      ),
    );
  });

  it('with almost no damping is next to the goal, with finite numbers', () => {
    for (const damping of [1e-3, 1e-12, 5e-324]) {
      const { position } = followSmoothly(
        zeroVelocity,
        createVector(0),
        createVector(1e300, -1, 1),
        damping,
        1 / 60,
      );
      for (const value of Object.values(position)) expect(Number.isNaN(value)).toBe(false);
      expect(position.z).toBeCloseTo(1, 0);
    }
  });
});
