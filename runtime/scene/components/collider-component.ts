import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { defineComponent } from './component-type.ts';
import {
  booleanProperty,
  floatProperty,
  optionProperty,
  vectorProperty,
  toNumberRange,
} from './property-schema.ts';

export const colliderComponent = defineComponent({
  name: 'Collider',
  description: 'Where its object is solid, or notices what passes through',
  schema: {
    shape: optionProperty(
      ['box', 'sphere', 'capsule'],
      'Its form; capsules stand upright in the frame of the object',
    ),
    size: vectorProperty(
      { x: 1, y: 1, z: 1 },
      'Metres on each axis of a box, before scaling',
      toNumberRange(ranges.length),
    ),
    radius: floatProperty(0.5, 'Metres of a sphere or capsule, before scaling', toNumberRange(ranges.length)),
    height: floatProperty(
      2,
      'Metres of a capsule, caps included, before scaling',
      toNumberRange(ranges.length),
    ),
    center: vectorProperty(
      { x: 0, y: 0, z: 0 },
      'Its middle in the frame of the object, in metres before scaling',
      toNumberRange(ranges.offset),
    ),
    isTrigger: booleanProperty(
      false,
      'Whether things pass through, and are told of when they enter and leave',
    ),
    friction: floatProperty(
      0.5,
      'Resistance to sliding; the mean of both counts',
      toNumberRange(ranges.friction),
    ),
    bounciness: floatProperty(
      0,
      'Share of the speed that a bounce leaves; the mean of both counts',
      toNumberRange(ranges.bounciness),
    ),
  },
});
