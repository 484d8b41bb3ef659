import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { kind } from './kind.ts';
import { boolean, float, option, within } from './slots.ts';

const lock = (axis: string) =>
  boolean(false, `Whether it stays where it is along the ${axis} axis of the world`);
const level = (axis: string) =>
  boolean(false, `Whether it does not turn about the ${axis} axis of the world`);

export const rigidBody = kind({
  name: 'RigidBody',
  description: 'Moves its object as physics has it',
  slots: {
    type: option(
      ['dynamic', 'kinematic', 'static'],
      'Moved by forces and contacts, by whoever sets its position, or not at all',
    ),
    mass: float(1, 'Kilograms', within(ranges.mass)),
    drag: float(0, 'Share of the velocity that is lost in a second, for small shares', within(ranges.drag)),
    angularDrag: float(
      0,
      'Share of the angular velocity that is lost in a second, for small shares',
      within(ranges.drag),
    ),
    useGravity: boolean(true, 'Whether gravity pulls it'),
    freezePositionX: lock('x'),
    freezePositionY: lock('y'),
    freezePositionZ: lock('z'),
    freezeRotationX: level('x'),
    freezeRotationY: level('y'),
    freezeRotationZ: level('z'),
  },
});
