import { z } from 'zod';
import { action } from '../contract/action.ts';
import { objectTag, Position, space, vector3 } from './parameters.ts';

const reference = space
  .default('world')
  .describe('Whether it is meant in the world or relative to the parent');
const axes = space.describe('Whether along and about the axes of the world or those of the object');

export const transform = {
  setPosition: action({
    summary: 'Put an object to a position',
    parameters: z.object({
      object: objectTag,
      position: vector3.describe('Position to take'),
      space: reference,
    }),
    result: z.object({ previous: Position.describe('The position before, in the same space') }),
    quick: true,
  }),
  setRotation: action({
    summary: 'Turn an object to a rotation',
    parameters: z.object({
      object: objectTag,
      rotation: vector3.describe('Euler angles in degrees to take'),
      space: reference,
    }),
    result: z.object({ previous: Position.describe('The angles before, in the same space') }),
    quick: true,
  }),
  setScale: action({
    summary: 'Scale an object relative to its parent',
    parameters: z.object({ object: objectTag, scale: vector3.describe('Scale to take') }),
    result: z.object({ previous: Position.describe('The scale before') }),
    quick: true,
  }),
  translate: action({
    summary: 'Move an object by an offset',
    parameters: z.object({
      object: objectTag,
      offset: vector3.describe('How far to move along each axis'),
      space: axes.default('world'),
    }),
    result: z.object({ position: Position.describe('The position now, in the world') }),
    quick: true,
  }),
  rotate: action({
    summary: 'Turn an object by angles',
    parameters: z.object({
      object: objectTag,
      angles: vector3.describe('Euler angles in degrees to turn by'),
      space: axes.default('local'),
    }),
    result: z.object({ rotation: Position.describe('The angles now, in the world') }),
    quick: true,
  }),
  lookAt: action({
    summary: 'Turn the front of an object to another object or to a point',
    description:
      'Cameras and lights face along their -Z, everything else along its +Z. Nothing is turned when it is where the object is.',
    parameters: z.object({
      object: objectTag,
      target: objectTag.optional().describe('Tag of the object to look at, which comes before the point'),
      point: vector3.prefault({ x: 0, y: 0, z: 0 }).describe('The point of the world to look at'),
      up: vector3
        .prefault({ x: 0, y: 1, z: 0 })
        .describe('Where the top is to point, as nearly as that allows'),
    }),
    result: z.object({ rotation: Position.describe('The angles now, in the world') }),
    quick: true,
  }),
  moveTowards: action({
    summary: 'Move an object straight towards a point, and never beyond it',
    parameters: z.object({
      object: objectTag,
      target: vector3.describe('The point of the world'),
      maxStep: z.number().default(0.1).describe('Metres to move at most; a negative number counts as 0'),
    }),
    result: z.object({ remaining: z.number().describe('Metres that are left; 0 when it is there') }),
    quick: true,
  }),
} as const;
