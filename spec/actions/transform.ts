import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, rotation, space, vector3 } from './parameter-schemas.ts';
import { lengthMeters, layerFilter } from './physics-parameters.ts';

const referenceSpace = space
  .default('world')
  .describe('Whether it is meant in the world or relative to the parent');
const axes = space.describe('Whether along and about the axes of the world or those of the object');

/** Where an object is. */
const placement = {
  position: PositionRecord.describe('Position, in metres'),
  rotation: PositionRecord.describe('Euler angles, in degrees'),
  scale: PositionRecord.describe('Scale relative to the parent'),
};

const beforeObject = z.object(placement).describe('Where it was before, in the same space');

export const transformActions = {
  get: defineAction({
    summary: 'Read where an object is, how it is turned and scaled',
    parameters: () => z.object({ object: objectTag, space: referenceSpace }),
    result: () => z.object(placement),
  }),
  set: defineAction({
    summary: 'Write position, rotation and scale of an object at once',
    parameters: () =>
      z.object({
        object: objectTag,
        position: vector3.optional().describe('Position to take'),
        rotation: rotation.optional().describe('Euler angles in degrees, or a quaternion, to take'),
        scale: vector3.optional().describe('Scale to take, relative to the parent'),
        space: referenceSpace,
      }),
    result: () => z.object({ previous: beforeObject }),
  }),
  setPosition: defineAction({
    summary: 'Put an object to a position',
    parameters: () =>
      z.object({
        object: objectTag,
        position: vector3.describe('Position to take'),
        space: referenceSpace,
      }),
    result: () => z.object({ previous: PositionRecord.describe('The position before, in the same space') }),
    quick: true,
  }),
  setRotation: defineAction({
    summary: 'Turn an object to a rotation',
    parameters: () =>
      z.object({
        object: objectTag,
        rotation: rotation.describe('Euler angles in degrees, or a quaternion, to take'),
        space: referenceSpace,
      }),
    result: () => z.object({ previous: PositionRecord.describe('The angles before, in the same space') }),
    quick: true,
  }),
  setScale: defineAction({
    summary: 'Scale an object relative to its parent',
    parameters: () => z.object({ object: objectTag, scale: vector3.describe('Scale to take') }),
    result: () => z.object({ previous: PositionRecord.describe('The scale before') }),
    quick: true,
  }),
  translate: defineAction({
    summary: 'Move an object by an offset',
    parameters: () =>
      z.object({
        object: objectTag,
        offset: vector3.describe('How far to move along each axis'),
        space: axes.default('world'),
      }),
    result: () => z.object({ position: PositionRecord.describe('The position now, in the world') }),
    quick: true,
  }),
  rotate: defineAction({
    summary: 'Turn an object by angles',
    parameters: () =>
      z.object({
        object: objectTag,
        angles: vector3.describe('Euler angles in degrees to turn by'),
        space: axes.default('local'),
      }),
    result: () => z.object({ rotation: PositionRecord.describe('The angles now, in the world') }),
    quick: true,
  }),
  lookAt: defineAction({
    summary: 'Turn the front of an object to another object or to a point',
    description:
      'Cameras and lights face along their -Z, everything else along its +Z. Nothing is turned when it is where the object is.',
    parameters: () =>
      z.object({
        object: objectTag,
        target: objectTag.optional().describe('Tag of the object to look at, which comes before the point'),
        point: vector3.prefault({ x: 0, y: 0, z: 0 }).describe('The point of the world to look at'),
        up: vector3
          .prefault({ x: 0, y: 1, z: 0 })
          .describe('Where the top is to point, as nearly as that allows'),
      }),
    result: () => z.object({ rotation: PositionRecord.describe('The angles now, in the world') }),
    quick: true,
  }),
  rotateAround: defineAction({
    summary: 'Turn an object about an axis through a point of the world',
    parameters: () =>
      z.object({
        object: objectTag,
        point: vector3.describe('A point of the axis, in the world'),
        axis: vector3
          .refine(({ x, y, z }) => x !== 0 || y !== 0 || z !== 0, 'expected an axis that is not of length 0')
          .describe('Direction of the axis, in the world'),
        angle: z
          .number()
          .describe('Degrees to turn by; counter-clockwise when the axis points at the viewer'),
      }),
    result: () =>
      z.object({
        position: PositionRecord.describe('The position now, in the world'),
        rotation: PositionRecord.describe('The angles now, in the world'),
      }),
  }),
  copyFrom: defineAction({
    summary: 'Put an object where another one is',
    parameters: () =>
      z.object({
        object: objectTag,
        source: objectTag.describe('Tag of the object to take after'),
        position: z.boolean().default(true).describe('Whether to take its position in the world'),
        rotation: z.boolean().default(true).describe('Whether to take its rotation in the world'),
        scale: z.boolean().default(true).describe('Whether to take its scale relative to its parent'),
      }),
    result: () => z.object({ previous: z.object(placement).describe('Where it was before, in the world') }),
  }),
  reset: defineAction({
    summary: 'Put an object back to where it was spawned',
    parameters: () => z.object({ object: objectTag }),
    result: () =>
      z.object({
        previous: z.object(placement).describe('Where it was before, relative to its parent'),
      }),
  }),
  snapToGround: defineAction({
    summary: 'Put an object down onto what is below it',
    description:
      'Straight down until the lowest point of what is drawn of it is on the first collider below; one that it is in, and a ' +
      'trigger, is none to stand on. Nothing is moved where there is none.',
    parameters: () =>
      z.object({
        object: objectTag,
        maxDistance: lengthMeters.default(100).describe('Metres below its lowest point to look'),
        layer: layerFilter,
      }),
    result: () =>
      z.object({
        position: PositionRecord.describe('The position now, in the world'),
        hit: z
          .object({
            object: z.string().describe('Tag of the object'),
            point: PositionRecord.describe('Where it is met, in the world'),
            normal: PositionRecord.describe('Out of its surface, of length 1'),
          })
          .nullable()
          .describe('What it stands on; null when nothing is below'),
      }),
  }),
  getBounds: defineAction({
    summary: 'The box of the world that holds what is drawn of an object',
    description: 'Of what has no extent, the point where it is.',
    parameters: () =>
      z.object({
        object: objectTag,
        includeChildren: z.boolean().default(true).describe('Whether its descendants count'),
      }),
    result: () =>
      z.object({
        center: PositionRecord.describe('Its middle'),
        size: PositionRecord.describe('Its edges'),
        min: PositionRecord.describe('The corner with the least coordinates'),
        max: PositionRecord.describe('The corner with the greatest coordinates'),
      }),
  }),
} as const;

/** What the node of that name runs, and no client. */
export const nodeTransformActions = {
  moveTowards: defineAction({
    summary: 'Move an object straight towards a point, and never beyond it',
    parameters: () =>
      z.object({
        object: objectTag,
        target: vector3.describe('The point of the world'),
        maxStep: z.number().default(0.1).describe('Metres to move at most; a negative number counts as 0'),
      }),
    result: () => z.object({ remaining: z.number().describe('Metres that are left; 0 when it is there') }),
    quick: true,
  }),
} as const;
