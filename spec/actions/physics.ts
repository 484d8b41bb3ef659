import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, vector3 } from './parameter-schemas.ts';
import { bodyActions } from './physics-bodies.ts';
import { layerFilter, lengthMeters, numberInRange } from './physics-parameters.ts';
import { physicsRanges as ranges } from './physics-ranges.ts';

/** An object that a ray hits. */
const RayHit = z.object({
  object: z.string().describe('Tag of the object'),
  point: PositionRecord.describe('World position of the hit'),
  normal: PositionRecord.describe('Surface normal, of length 1; opposite to the ray if that starts inside'),
  distance: z.number().describe('Metres from the origin; 0 if the ray starts inside'),
});

const physicsQueryActions = {
  raycast: defineAction({
    summary: 'Find what a ray hits',
    description:
      'Uses current positions, even after moves since the last tick and while time is paused. Includes triggers.',
    parameters: () => ({
      origin: vector3.describe('World position where the ray starts'),
      direction: vector3.describe('Direction of the ray, of any length but 0'),
      maxDistance: lengthMeters.default(1000).describe('Length of the ray in metres'),
      layer: layerFilter,
      all: z
        .boolean()
        .default(false)
        .describe('Whether to return every object on its way, not only the nearest'),
    }),
    example: { origin: { x: 0, y: 10, z: 0 }, direction: { x: 0, y: -1, z: 0 } },
    result: () => ({ hits: z.array(RayHit).describe('One hit per object, nearest first') }),
    scans: true,
  }),
  overlapSphere: defineAction({
    summary: 'Find objects that overlap a sphere',
    description:
      'Uses current positions, even after moves since the last tick and while time is paused. Includes triggers.',
    parameters: () => ({
      center: vector3.describe('World position of the centre'),
      radius: lengthMeters.describe('Radius in metres'),
      layer: layerFilter,
    }),
    result: () => ({
      objects: z
        .array(z.string())
        .describe('Tags of the objects, in the order in which they got bodies or colliders'),
    }),
    scans: true,
  }),
} as const;

const linearVelocity = PositionRecord.describe('Metres per second on each axis of the world');
const angularVelocity = PositionRecord.describe('Degrees per second about each axis of the world');

/** How a force or torque is applied. */
const forceMode = z.enum(['force', 'acceleration']).default('force');

const forcePoint = vector3.optional();
const forceActions = 'Needs a dynamic body (physics.setBody), which it wakes.';

export const physicsActions = {
  addForce: defineAction({
    summary: 'Push an object for the next tick',
    description: `${forceActions} Call it in every tick for a lasting force.`,
    parameters: () => ({
      object: objectTag,
      force: vector3.describe(
        'Newtons, or metres per second squared with the mode acceleration; up to 1e9 on each axis',
      ),
      mode: forceMode.describe('Whether the mass counts (force) or not (acceleration)'),
      point: forcePoint.describe('World position where it acts; by default the centre of mass'),
    }),
    example: { object: 'cube', force: { x: 0, y: 10, z: 0 } },
    result: () => ({
      velocity: linearVelocity.describe('Velocity in metres per second before the next tick'),
    }),
  }),
  addImpulse: defineAction({
    summary: 'Apply an impulse to an object at once',
    description: `${forceActions} The limits are 400 metres per second and 45 degrees per tick.`,
    parameters: () => ({
      object: objectTag,
      impulse: vector3.describe('Newton seconds, up to 1e9 on each axis'),
      point: forcePoint.describe('World position where it acts; by default the centre of mass'),
    }),
    example: { object: 'cube', impulse: { x: 0, y: 5, z: 0 } },
    result: () => ({ velocity: linearVelocity.describe('The new velocity in metres per second') }),
  }),
  addTorque: defineAction({
    summary: 'Apply a torque to an object for the next tick',
    description: `${forceActions} Call it in every tick for a lasting torque.`,
    parameters: () => ({
      object: objectTag,
      torque: vector3.describe(
        'Newton metres about each axis of the world, or degrees per second squared with the mode acceleration; up to 1e9',
      ),
      mode: forceMode.describe('Whether the inertia counts (force) or not (acceleration)'),
    }),
    example: { object: 'cube', torque: { x: 0, y: 10, z: 0 } },
    result: () => ({
      angularVelocity: angularVelocity.describe(
        'Angular velocity in degrees per second before the next tick',
      ),
    }),
  }),
  addExplosionForce: defineAction({
    summary: 'Push objects away from a point at once',
    description:
      'Dynamic bodies with a point within the radius get an impulse at their centre of mass, away from the ' +
      'centre: full force there, decreasing linearly with the distance of their nearest point.',
    parameters: () => ({
      center: vector3.describe('World position of the explosion'),
      radius: lengthMeters.describe('Distance in metres at which the force is 0'),
      force: numberInRange(ranges.push).describe('Newton seconds at the centre; negative values pull'),
      upwards: numberInRange(ranges.coordinate)
        .default(0)
        .describe('Metres by which the centre is lowered, to throw objects up'),
      layer: layerFilter,
    }),
    example: { center: { x: 0, y: 0, z: 0 }, radius: 5, force: 100 },
    result: () => ({ affected: z.array(z.string()).describe('Tags of the pushed objects') }),
    scans: true,
  }),
  getVelocity: defineAction({
    summary: 'Read the velocities of an object',
    parameters: () => ({ object: objectTag }),
    result: () => ({ linear: linearVelocity, angular: angularVelocity }),
  }),
  setVelocity: defineAction({
    summary: 'Set the velocity of an object',
    description: forceActions,
    parameters: () => ({
      object: objectTag,
      velocity: vector3.describe('Metres per second, of a length up to 400; locked axes stay at rest'),
    }),
    result: () => ({ previous: linearVelocity.describe('The previous velocity, in metres per second') }),
  }),
  setAngularVelocity: defineAction({
    summary: 'Set the angular velocity of an object',
    description: forceActions,
    parameters: () => ({
      object: objectTag,
      velocity: vector3.describe(
        'Degrees per second about each world axis, of a length up to 45 degrees per tick; locked axes stay at rest',
      ),
    }),
    result: () => ({
      previous: angularVelocity.describe('The previous angular velocity, in degrees per second'),
    }),
  }),
  getGravity: defineAction({
    summary: 'Read the gravity of the world',
    parameters: () => ({}),
    result: () => ({ gravity: PositionRecord.describe('Metres per second squared on each axis') }),
  }),
  setGravity: defineAction({
    summary: 'Set the gravity of the world',
    description: 'Wakes every body that gravity affects.',
    parameters: () => ({
      gravity: vector3.describe('Metres per second squared, up to 1e4 on each axis'),
    }),
    example: { gravity: { x: 0, y: -9.81, z: 0 } },
    result: () => ({ previous: PositionRecord.describe('Gravity before') }),
    scans: true,
  }),
  ...bodyActions,
  ...physicsQueryActions,
} as const;

/** Actions that only the nodes with the same names can run. */
export const nodePhysicsActions = {
  setVelocities: defineAction({
    summary: 'Set the velocities of an object',
    description: forceActions,
    parameters: () => ({
      object: objectTag,
      linear: vector3.describe('Metres per second on each axis of the world'),
      angular: vector3.optional().describe('Degrees per second about each world axis; unchanged by default'),
    }),
    result: () => ({
      previous: z
        .object({ linear: linearVelocity, angular: angularVelocity })
        .describe('The previous velocities'),
    }),
  }),
} as const;
