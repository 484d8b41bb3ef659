import { expect, it } from 'vitest';
import { getTweenProgress, type Tween } from './tween-progress.ts';

const tween: Tween = {
  ...{ tweenId: 'tween-1', object: 'cube', property: 'position', ease: 'linear' },
  ...{ time: 2, elapsed: 1.5, delay: 1, loops: 0, yoyo: false, paused: false },
};

it.each([
  ['waits for its delay', { elapsed: 0.5 }, 0, 0],
  ['moves on with time', {}, 0.5, 0.5],
  ['stays while it is paused', { paused: true }, 0.5, 0.25],
  ['ends at its target', {}, 9, 1],
  ['starts again in a loop', { loops: -1 }, 2, 0.25],
  ['goes back in every second run', { loops: -1, yoyo: true }, 2, 0.75],
  ['ends where its last run ends', { loops: 1, yoyo: true }, 9, 0],
  ['arrives at once without a duration', { time: 0 }, 0, 1],
] as const)('%s', (_, change, seconds, expected) => {
  expect(getTweenProgress({ ...tween, ...change }, seconds)).toBeCloseTo(expected);
});
