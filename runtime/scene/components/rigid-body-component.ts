import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { defineComponent } from './component-type.ts';
import { booleanProperty, floatProperty, optionProperty, toNumberRange } from './property-schema.ts';

const positionLock = (axis: string) =>
  booleanProperty(false, `Whether it stays where it is along the ${axis} axis of the world`);
const rotationLock = (axis: string) =>
  booleanProperty(false, `Whether it does not turn about the ${axis} axis of the world`);

export const rigidBodyComponent = defineComponent({
  name: 'RigidBody',
  description: 'Moves its object as physics has it',
  schema: {
    type: optionProperty(
      ['dynamic', 'kinematic', 'static'],
      'Moved by forces and contacts, by whoever sets its position, or not at all',
    ),
    mass: floatProperty(1, 'Kilograms', toNumberRange(ranges.mass)),
    drag: floatProperty(
      0,
      'Share of the velocity that is lost in a second, for small shares',
      toNumberRange(ranges.drag),
    ),
    angularDrag: floatProperty(
      0,
      'Share of the angular velocity that is lost in a second, for small shares',
      toNumberRange(ranges.drag),
    ),
    useGravity: booleanProperty(true, 'Whether gravity pulls it'),
    freezePositionX: positionLock('x'),
    freezePositionY: positionLock('y'),
    freezePositionZ: positionLock('z'),
    freezeRotationX: rotationLock('x'),
    freezeRotationY: rotationLock('y'),
    freezeRotationZ: rotationLock('z'),
  },
});
