import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { PositionRecord, vector3 } from './parameter-schemas.ts';
import { lengthMeters, layerFilter } from './physics-parameters.ts';

/** One object that a ray meets. */
const RayHit = z.object({
  object: z.string().describe('Tag of the object'),
  point: PositionRecord.describe('Where the ray meets it, in the world'),
  normal: PositionRecord.describe(
    'Out of its surface, of length 1; against the ray where that begins inside',
  ),
  distance: z.number().describe('Metres from the origin; 0 where the ray begins inside'),
});

/** Questions about what is where. */
export const physicsQueryActions = {
  raycast: defineAction({
    summary: 'Find what a ray meets',
    description:
      'True of the moment, whatever moved since the last step, and while time is paused. Triggers are met too.',
    parameters: () =>
      z.object({
        origin: vector3.describe('Where the ray begins, in the world'),
        direction: vector3.describe('Where it goes, of any length but 0'),
        maxDistance: lengthMeters.default(1000).describe('Metres that it goes'),
        layer: layerFilter,
        all: z.boolean().default(false).describe('Every object on its way rather than the nearest'),
      }),
    result: () => z.object({ hits: z.array(RayHit).describe('One an object, the nearest first') }),
  }),
  overlapSphere: defineAction({
    summary: 'Find what shares space with a sphere',
    description:
      'True of the moment, whatever moved since the last step, and while time is paused. Triggers are found too.',
    parameters: () =>
      z.object({
        center: vector3.describe('Middle of the sphere, in the world'),
        radius: lengthMeters.describe('Metres that it reaches'),
        layer: layerFilter,
      }),
    result: () =>
      z.object({
        objects: z
          .array(z.string())
          .describe('Tags of the objects, in the order in which they got bodies or colliders'),
      }),
  }),
} as const;
