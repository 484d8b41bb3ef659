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
  description: 'The solid shape of its object, or a trigger',
  schema: {
    shape: optionProperty(['box', 'sphere', 'capsule'], 'Its shape; capsules are upright in local space'),
    size: vectorProperty(
      { x: 1, y: 1, z: 1 },
      'Size of a box in metres, before scaling',
      toNumberRange(ranges.length),
    ),
    radius: floatProperty(
      0.5,
      'Radius of a sphere or capsule in metres, before scaling',
      toNumberRange(ranges.length),
    ),
    height: floatProperty(
      2,
      'Height of a capsule with its caps in metres, before scaling',
      toNumberRange(ranges.length),
    ),
    center: vectorProperty(
      { x: 0, y: 0, z: 0 },
      'Its centre in local space, in metres before scaling',
      toNumberRange(ranges.offset),
    ),
    isTrigger: booleanProperty(
      false,
      'Whether objects pass through, and events report when they enter and leave',
    ),
    friction: floatProperty(
      0.5,
      'Resistance to sliding; a contact uses the mean of both',
      toNumberRange(ranges.friction),
    ),
    bounciness: floatProperty(
      0,
      'Share of the speed after a bounce; a contact uses the mean of both',
      toNumberRange(ranges.bounciness),
    ),
  },
});
