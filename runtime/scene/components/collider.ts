import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { kind } from './kind.ts';
import { boolean, float, option, vector, within } from './slots.ts';

export const collider = kind({
  name: 'Collider',
  description: 'Where its object is solid, or notices what passes through',
  slots: {
    shape: option(
      ['box', 'sphere', 'capsule'],
      'Its form; capsules stand upright in the frame of the object',
    ),
    size: vector({ x: 1, y: 1, z: 1 }, 'Metres on each axis of a box, before scaling', within(ranges.length)),
    radius: float(0.5, 'Metres of a sphere or capsule, before scaling', within(ranges.length)),
    height: float(2, 'Metres of a capsule, caps included, before scaling', within(ranges.length)),
    center: vector(
      { x: 0, y: 0, z: 0 },
      'Its middle in the frame of the object, in metres before scaling',
      within(ranges.offset),
    ),
    isTrigger: boolean(false, 'Whether things pass through, and are told of when they enter and leave'),
    friction: float(0.5, 'Resistance to sliding; the mean of both counts', within(ranges.friction)),
    bounciness: float(
      0,
      'Share of the speed that a bounce leaves; the mean of both counts',
      within(ranges.bounciness),
    ),
  },
});
