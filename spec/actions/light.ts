import * as z from 'zod';
import { action } from '../contract/action.ts';
import { Colour, color, objectTag, seconds } from './parameters.ts';

const lightTag = objectTag.describe('Tag of an object with a Light');

const kinds = ['point', 'directional', 'spot', 'ambient'] as const;
const shadows = ['none', 'hard', 'soft'] as const;

const extent = {
  range: z.number().describe('Metres that it reaches; 0 without an end'),
  spotAngle: z.number().describe('Whole angle of the cone of a spot light, in degrees'),
};

export const light = {
  list: action({
    summary: 'List the lights of the scene, in the order of their creation',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        lights: z
          .array(
            z.object({
              object: z.string().describe('Tag of the object'),
              kind: z.enum(kinds).describe('How it shines'),
              color: Colour.describe('Its colour'),
              intensity: z.number().describe('Its strength'),
              ...extent,
              shadows: z.enum(shadows).describe('Shadows that it throws'),
              enabled: z.boolean().describe('Whether it takes part in the scene'),
            }),
          )
          .describe('The lights'),
      }),
  }),
  setColor: action({
    summary: 'Set the colour of a light',
    parameters: () =>
      z.object({ light: lightTag, color: color.describe('Colour to take; lights have no alpha') }),
    result: () => z.object({ previous: Colour.describe('The colour before') }),
  }),
  setIntensity: action({
    summary: 'Set the strength of a light, at once or over time',
    parameters: () =>
      z.object({
        light: lightTag,
        intensity: z.number().min(0).describe('Strength to take'),
        time: seconds.default(0).describe('Seconds to get there; 0 at once'),
      }),
    result: () => z.object({ previous: z.number().describe('The strength before') }),
  }),
  setRange: action({
    summary: 'Set how far a light reaches, and how wide a spot light opens',
    parameters: () =>
      z.object({
        light: lightTag,
        range: z.number().min(0).optional().describe('Metres to reach; 0 without an end'),
        spotAngle: z.number().min(1).max(179).optional().describe('Whole angle of the cone, in degrees'),
      }),
    result: () => z.object({ previous: z.object(extent).describe('What it was before') }),
  }),
  setShadows: action({
    summary: 'Set the shadows that a light throws',
    parameters: () => z.object({ light: lightTag, mode: z.enum(shadows).describe('Shadows to throw') }),
    result: () => z.object({ previous: z.enum(shadows).describe('The shadows before') }),
  }),
} as const;
