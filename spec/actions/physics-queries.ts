import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { PositionRecord, vector3 } from './parameter-schemas.ts';
import { lengthMeters, layerFilter } from './physics-parameters.ts';

/** An object that a ray hits. */
const RayHit = z.object({
  object: z.string().describe('Tag of the object'),
  point: PositionRecord.describe('World position of the hit'),
  normal: PositionRecord.describe('Surface normal, of length 1; opposite to the ray if that starts inside'),
  distance: z.number().describe('Metres from the origin; 0 if the ray starts inside'),
});

export const physicsQueryActions = {
  raycast: defineAction({
    summary: 'Find what a ray hits',
    description:
      'Uses current positions, even after moves since the last tick and while time is paused. Includes triggers.',
    parameters: () =>
      z.object({
        origin: vector3.describe('World position where the ray starts'),
        direction: vector3.describe('Direction of the ray, of any length but 0'),
        maxDistance: lengthMeters.default(1000).describe('Length of the ray in metres'),
        layer: layerFilter,
        all: z
          .boolean()
          .default(false)
          .describe('Whether to return every object on its way, not only the nearest'),
      }),
    result: () => z.object({ hits: z.array(RayHit).describe('One hit per object, nearest first') }),
  }),
  overlapSphere: defineAction({
    summary: 'Find objects that overlap a sphere',
    description:
      'Uses current positions, even after moves since the last tick and while time is paused. Includes triggers.',
    parameters: () =>
      z.object({
        center: vector3.describe('World position of the centre'),
        radius: lengthMeters.describe('Radius in metres'),
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
