import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, rotation, space, vector3 } from './parameter-schemas.ts';
import { lengthMeters, layerFilter } from './physics-parameters.ts';

const referenceSpace = space.default('world').describe('World space, or relative to the parent');
const axes = space.describe('World axes, or those of the object');

/** An object's transform. */
const placement = {
  position: PositionRecord.describe('Position, in metres'),
  rotation: PositionRecord.describe('Euler angles, in degrees'),
  scale: PositionRecord.describe('Scale relative to the parent'),
};

const beforeObject = z.object(placement).describe('The previous transform, in the same space');

export const transformActions = {
  get: defineAction({
    summary: 'Read the position, rotation and scale of an object',
    parameters: () => ({ object: objectTag, space: referenceSpace }),
    result: () => placement,
  }),
  set: defineAction({
    summary: 'Write position, rotation and scale of an object at once',
    parameters: () => ({
      object: objectTag,
      position: vector3.optional().describe('New position'),
      rotation: rotation.optional().describe('New rotation: Euler angles in degrees, or a quaternion'),
      scale: vector3.optional().describe('New scale, relative to the parent'),
      space: referenceSpace,
    }),
    example: {
      object: 'cube',
      position: { x: 0, y: 1, z: 0 },
      rotation: { x: 0, y: 45, z: 0 },
      scale: { x: 1, y: 1, z: 1 },
    },
    result: () => ({ previous: beforeObject }),
  }),
  setPosition: defineAction({
    summary: 'Set the position of an object',
    parameters: () => ({
      object: objectTag,
      position: vector3.describe('New position'),
      space: referenceSpace,
    }),
    example: { object: 'cube', position: { x: 0, y: 1, z: 0 } },
    result: () => ({ previous: PositionRecord.describe('The previous position, in the same space') }),
    quick: true,
  }),
  setRotation: defineAction({
    summary: 'Set the rotation of an object',
    parameters: () => ({
      object: objectTag,
      rotation: rotation.describe('New rotation: Euler angles in degrees, or a quaternion'),
      space: referenceSpace,
    }),
    example: { object: 'cube', rotation: { x: 0, y: 45, z: 0 } },
    result: () => ({ previous: PositionRecord.describe('The previous angles, in the same space') }),
    quick: true,
  }),
  setScale: defineAction({
    summary: 'Set the scale of an object relative to its parent',
    parameters: () => ({ object: objectTag, scale: vector3.describe('New scale') }),
    example: { object: 'cube', scale: { x: 1.5, y: 1.5, z: 1.5 } },
    result: () => ({ previous: PositionRecord.describe('The previous scale') }),
    quick: true,
  }),
  translate: defineAction({
    summary: 'Move an object by an offset',
    parameters: () => ({
      object: objectTag,
      offset: vector3.describe('Offset along each axis'),
      space: axes.default('world'),
    }),
    example: { object: 'cube', offset: { x: 0, y: 1, z: 0 } },
    result: () => ({ position: PositionRecord.describe('The new world position') }),
    quick: true,
  }),
  rotate: defineAction({
    summary: 'Turn an object by angles',
    parameters: () => ({
      object: objectTag,
      angles: vector3.describe('Euler angles in degrees to turn by'),
      space: axes.default('local'),
    }),
    example: { object: 'cube', angles: { x: 0, y: 90, z: 0 } },
    result: () => ({ rotation: PositionRecord.describe('The new angles, in world space') }),
    quick: true,
  }),
  lookAt: defineAction({
    summary: 'Turn the front of an object to another object or to a point',
    description:
      'Cameras and lights face along -Z, all other objects along +Z. Nothing happens if the target is at the position of the object.',
    parameters: () => ({
      object: objectTag,
      target: objectTag.optional().describe('Tag of the object to look at; takes precedence over the point'),
      point: vector3.prefault({ x: 0, y: 0, z: 0 }).describe('World point to look at'),
      up: vector3.prefault({ x: 0, y: 1, z: 0 }).describe('Up direction, matched as closely as possible'),
    }),
    example: { object: 'cube', target: 'main-camera' },
    result: () => ({ rotation: PositionRecord.describe('The new angles, in world space') }),
    quick: true,
  }),
  rotateAround: defineAction({
    summary: 'Turn an object about an axis through a world point',
    parameters: () => ({
      object: objectTag,
      point: vector3.describe('World position of a point on the axis'),
      axis: vector3
        .refine(({ x, y, z }) => x !== 0 || y !== 0 || z !== 0, 'expected an axis of a length other than 0')
        .describe('Direction of the axis, in world space'),
      angle: z.number().describe('Degrees to turn by; counter-clockwise when the axis points at the viewer'),
    }),
    example: { object: 'cube', point: { x: 0, y: 0, z: 0 }, axis: { x: 0, y: 1, z: 0 }, angle: 45 },
    result: () => ({
      position: PositionRecord.describe('The new world position'),
      rotation: PositionRecord.describe('The new angles, in world space'),
    }),
  }),
  copyFrom: defineAction({
    summary: 'Copy the transform of another object',
    parameters: () => ({
      object: objectTag,
      source: objectTag.describe('Tag of the object to copy from'),
      position: z.boolean().default(true).describe('Whether to copy its world position'),
      rotation: z.boolean().default(true).describe('Whether to copy its world rotation'),
      scale: z.boolean().default(true).describe('Whether to copy its scale relative to its parent'),
    }),
    example: { object: 'cube', source: 'main-light' },
    result: () => ({ previous: z.object(placement).describe('The previous transform, in world space') }),
  }),
  reset: defineAction({
    summary: 'Reset the transform of an object to that at its spawn',
    parameters: () => ({ object: objectTag }),
    result: () => ({
      previous: z.object(placement).describe('The previous transform, relative to its parent'),
    }),
  }),
  snapToGround: defineAction({
    summary: 'Drop an object onto what is below it',
    description:
      'Moves it straight down until its lowest drawn point is on the first collider below. Ignores colliders that it overlaps, and ' +
      'triggers. Nothing moves if there is no collider below.',
    parameters: () => ({
      object: objectTag,
      maxDistance: lengthMeters.default(100).describe('How many metres below its lowest point to search'),
      layer: layerFilter,
    }),
    result: () => ({
      position: PositionRecord.describe('The new world position'),
      hit: z
        .object({
          object: z.string().describe('Tag of the object'),
          point: PositionRecord.describe('World position where it touches'),
          normal: PositionRecord.describe('Surface normal, of length 1'),
        })
        .nullable()
        .describe('The object below, or null if there is none'),
    }),
    scans: true,
  }),
  getBounds: defineAction({
    summary: 'Get the world bounding box of an object',
    description: 'For an object without an extent, its position.',
    parameters: () => ({
      object: objectTag,
      includeChildren: z.boolean().default(true).describe('Whether to include its descendants'),
    }),
    result: () => ({
      center: PositionRecord.describe('Its middle'),
      size: PositionRecord.describe('Its edges'),
      min: PositionRecord.describe('The minimum corner'),
      max: PositionRecord.describe('The maximum corner'),
    }),
  }),
} as const;

/** Actions that only the nodes with the same names can run. */
export const nodeTransformActions = {
  moveTowards: defineAction({
    summary: 'Move an object straight towards a point, without overshooting',
    parameters: () => ({
      object: objectTag,
      target: vector3.describe('World position of the point'),
      maxStep: z.number().default(0.1).describe('Maximum distance in metres; a negative number counts as 0'),
    }),
    result: () => ({ remaining: z.number().describe('Remaining metres; 0 when it has arrived') }),
    quick: true,
  }),
} as const;
