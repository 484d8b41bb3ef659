import * as z from 'zod';
import { action } from '../contract/action.ts';
import { objectTag, Position, vector3 } from './parameters.ts';
import { bodies } from './physics-bodies.ts';
import { length, onLayer, within } from './physics-parameters.ts';
import { queries } from './physics-queries.ts';
import { physicsRanges as ranges } from './physics-ranges.ts';

const linear = Position.describe('Metres per second on each axis of the world');
const angular = Position.describe('Degrees per second about each axis of the world');

/** How a push counts. */
const mode = z.enum(['force', 'acceleration']).default('force');

const point = vector3.optional();
const pushes = 'Needs a dynamic body (physics.setBody), which it wakes.';

export const physics = {
  addForce: action({
    summary: 'Push an object for the coming step',
    description: `${pushes} Call it in every tick for a force that lasts.`,
    parameters: () =>
      z.object({
        object: objectTag,
        force: vector3.describe(
          'Newtons, or metres per second squared with the mode acceleration; up to 1e9 on each axis',
        ),
        mode: mode.describe('Whether the mass counts (force) or not (acceleration)'),
        point: point.describe('Where it acts, in the world; the centre of mass when absent'),
      }),
    result: () =>
      z.object({
        velocity: linear.describe('The velocity in metres per second, before the coming step'),
      }),
  }),
  addImpulse: action({
    summary: 'Change the velocity of an object at once, by its mass',
    description: `${pushes} Nothing gets faster than 400 metres per second and 45 degrees a step.`,
    parameters: () =>
      z.object({
        object: objectTag,
        impulse: vector3.describe('Newton seconds, up to 1e9 on each axis'),
        point: point.describe('Where it acts, in the world; the centre of mass when absent'),
      }),
    result: () =>
      z.object({ velocity: linear.describe('The velocity that it leads to, in metres per second') }),
  }),
  addTorque: action({
    summary: 'Turn an object for the coming step',
    description: `${pushes} Call it in every tick for a torque that lasts.`,
    parameters: () =>
      z.object({
        object: objectTag,
        torque: vector3.describe(
          'Newton metres about each axis of the world, or degrees per second squared with the mode acceleration; up to 1e9',
        ),
        mode: mode.describe('Whether the inertia counts (force) or not (acceleration)'),
      }),
    result: () =>
      z.object({
        angularVelocity: angular.describe(
          'The angular velocity in degrees per second, before the coming step',
        ),
      }),
  }),
  addExplosionForce: action({
    summary: 'Throw objects away from a point at once',
    description:
      'Dynamic bodies with a point nearer than the radius get an impulse at their centre of mass, away from the ' +
      'centre: all of the force there, and evenly less with the distance of their nearest point.',
    parameters: () =>
      z.object({
        center: vector3.describe('Middle of the explosion, in the world'),
        radius: length.describe('Metres at which nothing is left of it'),
        force: within(ranges.push).describe('Newton seconds in the middle; negative ones pull'),
        upwards: within(ranges.coordinate)
          .default(0)
          .describe('Metres that the middle is taken to be lower, which throws things up'),
        layer: onLayer,
      }),
    result: () =>
      z.object({ affected: z.array(z.string()).describe('Tags of the objects that were thrown') }),
  }),
  getVelocity: action({
    summary: 'Read the velocities of an object',
    parameters: () => z.object({ object: objectTag }),
    result: () => z.object({ linear, angular }),
  }),
  setVelocity: action({
    summary: 'Set the velocity of an object',
    description: pushes,
    parameters: () =>
      z.object({
        object: objectTag,
        velocity: vector3.describe('Metres per second, of a length up to 400; locked axes stay at rest'),
      }),
    result: () => z.object({ previous: linear.describe('The velocity before, in metres per second') }),
  }),
  setAngularVelocity: action({
    summary: 'Set the angular velocity of an object',
    description: pushes,
    parameters: () =>
      z.object({
        object: objectTag,
        velocity: vector3.describe(
          'Degrees per second about each axis of the world, of a length up to 45 degrees a step; locked axes stay at rest',
        ),
      }),
    result: () =>
      z.object({ previous: angular.describe('The angular velocity before, in degrees per second') }),
  }),
  getGravity: action({
    summary: 'Read the gravity of the world',
    parameters: () => z.object({}),
    result: () => z.object({ gravity: Position.describe('Metres per second squared on each axis') }),
  }),
  setGravity: action({
    summary: 'Set the gravity of the world',
    description: 'Wakes every body that falls.',
    parameters: () =>
      z.object({
        gravity: vector3.describe('Metres per second squared, up to 1e4 on each axis'),
      }),
    result: () => z.object({ previous: Position.describe('Gravity before') }),
  }),
  ...bodies,
  ...queries,
} as const;

/** What the node of that name runs, and no client. */
export const physicsOfNodes = {
  setVelocities: action({
    summary: 'Set the velocities of an object',
    description: pushes,
    parameters: () =>
      z.object({
        object: objectTag,
        linear: vector3.describe('Metres per second on each axis of the world'),
        angular: vector3
          .optional()
          .describe('Degrees per second about each axis of the world; as it is when absent'),
      }),
    result: () => z.object({ previous: z.object({ linear, angular }).describe('The velocities before') }),
  }),
} as const;
