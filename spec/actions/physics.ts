import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, vector3 } from './parameter-schemas.ts';
import { bodyActions } from './physics-bodies.ts';
import { lengthMeters, layerFilter, numberInRange } from './physics-parameters.ts';
import { physicsQueryActions } from './physics-queries.ts';
import { physicsRanges as ranges } from './physics-ranges.ts';

const linearVelocity = PositionRecord.describe('Metres per second on each axis of the world');
const angularVelocity = PositionRecord.describe('Degrees per second about each axis of the world');

/** How a push counts. */
const forceMode = z.enum(['force', 'acceleration']).default('force');

const forcePoint = vector3.optional();
const forceActions = 'Needs a dynamic body (physics.setBody), which it wakes.';

export const physicsActions = {
  addForce: defineAction({
    summary: 'Push an object for the coming step',
    description: `${forceActions} Call it in every tick for a force that lasts.`,
    parameters: () =>
      z.object({
        object: objectTag,
        force: vector3.describe(
          'Newtons, or metres per second squared with the mode acceleration; up to 1e9 on each axis',
        ),
        mode: forceMode.describe('Whether the mass counts (force) or not (acceleration)'),
        point: forcePoint.describe('Where it acts, in the world; the centre of mass when absent'),
      }),
    result: () =>
      z.object({
        velocity: linearVelocity.describe('The velocity in metres per second, before the coming step'),
      }),
  }),
  addImpulse: defineAction({
    summary: 'Change the velocity of an object at once, by its mass',
    description: `${forceActions} Nothing gets faster than 400 metres per second and 45 degrees a step.`,
    parameters: () =>
      z.object({
        object: objectTag,
        impulse: vector3.describe('Newton seconds, up to 1e9 on each axis'),
        point: forcePoint.describe('Where it acts, in the world; the centre of mass when absent'),
      }),
    result: () =>
      z.object({ velocity: linearVelocity.describe('The velocity that it leads to, in metres per second') }),
  }),
  addTorque: defineAction({
    summary: 'Turn an object for the coming step',
    description: `${forceActions} Call it in every tick for a torque that lasts.`,
    parameters: () =>
      z.object({
        object: objectTag,
        torque: vector3.describe(
          'Newton metres about each axis of the world, or degrees per second squared with the mode acceleration; up to 1e9',
        ),
        mode: forceMode.describe('Whether the inertia counts (force) or not (acceleration)'),
      }),
    result: () =>
      z.object({
        angularVelocity: angularVelocity.describe(
          'The angular velocity in degrees per second, before the coming step',
        ),
      }),
  }),
  addExplosionForce: defineAction({
    summary: 'Throw objects away from a point at once',
    description:
      'Dynamic bodies with a point nearer than the radius get an impulse at their centre of mass, away from the ' +
      'centre: all of the force there, and evenly less with the distance of their nearest point.',
    parameters: () =>
      z.object({
        center: vector3.describe('Middle of the explosion, in the world'),
        radius: lengthMeters.describe('Metres at which nothing is left of it'),
        force: numberInRange(ranges.push).describe('Newton seconds in the middle; negative ones pull'),
        upwards: numberInRange(ranges.coordinate)
          .default(0)
          .describe('Metres that the middle is taken to be lower, which throws things up'),
        layer: layerFilter,
      }),
    result: () =>
      z.object({ affected: z.array(z.string()).describe('Tags of the objects that were thrown') }),
  }),
  getVelocity: defineAction({
    summary: 'Read the velocities of an object',
    parameters: () => z.object({ object: objectTag }),
    result: () => z.object({ linear: linearVelocity, angular: angularVelocity }),
  }),
  setVelocity: defineAction({
    summary: 'Set the velocity of an object',
    description: forceActions,
    parameters: () =>
      z.object({
        object: objectTag,
        velocity: vector3.describe('Metres per second, of a length up to 400; locked axes stay at rest'),
      }),
    result: () =>
      z.object({ previous: linearVelocity.describe('The velocity before, in metres per second') }),
  }),
  setAngularVelocity: defineAction({
    summary: 'Set the angular velocity of an object',
    description: forceActions,
    parameters: () =>
      z.object({
        object: objectTag,
        velocity: vector3.describe(
          'Degrees per second about each axis of the world, of a length up to 45 degrees a step; locked axes stay at rest',
        ),
      }),
    result: () =>
      z.object({ previous: angularVelocity.describe('The angular velocity before, in degrees per second') }),
  }),
  getGravity: defineAction({
    summary: 'Read the gravity of the world',
    parameters: () => z.object({}),
    result: () => z.object({ gravity: PositionRecord.describe('Metres per second squared on each axis') }),
  }),
  setGravity: defineAction({
    summary: 'Set the gravity of the world',
    description: 'Wakes every body that falls.',
    parameters: () =>
      z.object({
        gravity: vector3.describe('Metres per second squared, up to 1e4 on each axis'),
      }),
    result: () => z.object({ previous: PositionRecord.describe('Gravity before') }),
  }),
  ...bodyActions,
  ...physicsQueryActions,
} as const;

/** What the node of that name runs, and no client. */
export const nodePhysicsActions = {
  setVelocities: defineAction({
    summary: 'Set the velocities of an object',
    description: forceActions,
    parameters: () =>
      z.object({
        object: objectTag,
        linear: vector3.describe('Metres per second on each axis of the world'),
        angular: vector3
          .optional()
          .describe('Degrees per second about each axis of the world; as it is when absent'),
      }),
    result: () =>
      z.object({
        previous: z
          .object({ linear: linearVelocity, angular: angularVelocity })
          .describe('The velocities before'),
      }),
  }),
} as const;
