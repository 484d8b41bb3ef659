import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { ColorRecord, color, objectTag, seconds } from './parameter-schemas.ts';

const lightTag = objectTag.describe('Tag of an object with a Light');

const lightTypes = ['point', 'directional', 'spot', 'ambient'] as const;
const shadowModes = ['none', 'hard', 'soft'] as const;

const areaLightSize = {
  range: z.number().describe('Metres that it reaches; 0 without an end'),
  spotAngle: z.number().describe('Whole angle of the cone of a spot light, in degrees'),
};

export const lightActions = {
  list: defineAction({
    summary: 'List the lights of the scene, in the order of their creation',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        lights: z
          .array(
            z.object({
              object: z.string().describe('Tag of the object'),
              kind: z.enum(lightTypes).describe('How it shines'),
              color: ColorRecord.describe('Its colour'),
              intensity: z.number().describe('Its strength'),
              ...areaLightSize,
              shadows: z.enum(shadowModes).describe('Shadows that it throws'),
              enabled: z.boolean().describe('Whether it takes part in the scene'),
            }),
          )
          .describe('The lights'),
      }),
  }),
  setColor: defineAction({
    summary: 'Set the colour of a light',
    parameters: () =>
      z.object({ light: lightTag, color: color.describe('Colour to take; lights have no alpha') }),
    result: () => z.object({ previous: ColorRecord.describe('The colour before') }),
  }),
  setIntensity: defineAction({
    summary: 'Set the strength of a light, at once or over time',
    parameters: () =>
      z.object({
        light: lightTag,
        intensity: z.number().min(0).describe('Strength to take'),
        time: seconds.default(0).describe('Seconds to get there; 0 at once'),
      }),
    result: () => z.object({ previous: z.number().describe('The previous strength') }),
  }),
  setRange: defineAction({
    summary: 'Set how far a light reaches, and how wide a spot light opens',
    parameters: () =>
      z.object({
        light: lightTag,
        range: z.number().min(0).optional().describe('Range in metres; 0 for unlimited'),
        spotAngle: z.number().min(1).max(179).optional().describe('Full angle of the cone, in degrees'),
      }),
    result: () => z.object({ previous: z.object(areaLightSize).describe('The previous values') }),
  }),
  setShadows: defineAction({
    summary: 'Set the shadows of a light',
    parameters: () => z.object({ light: lightTag, mode: z.enum(shadowModes).describe('Kind of shadows') }),
    result: () => z.object({ previous: z.enum(shadowModes).describe('The shadows before') }),
  }),
} as const;
