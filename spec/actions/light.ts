import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { ColorRecord, color, objectTag, seconds } from './parameter-schemas.ts';

const lightTag = objectTag.describe('Tag of an object with a Light');

const lightTypes = ['point', 'directional', 'spot', 'ambient'] as const;
const shadowModes = ['none', 'hard', 'soft'] as const;

const areaLightSize = {
  range: z.number().describe('Range in metres; 0 for unlimited'),
  spotAngle: z.number().describe('Full angle of the cone of a spot light, in degrees'),
};

export const lightActions = {
  list: defineAction({
    summary: 'List the lights of the scene in order of creation',
    parameters: () => ({}),
    result: () => ({
      lights: z
        .array(
          z.object({
            object: z.string().describe('Tag of the object'),
            kind: z.enum(lightTypes).describe('Type of the light'),
            color: ColorRecord.describe('Its color'),
            intensity: z.number().describe('Its strength'),
            ...areaLightSize,
            shadows: z.enum(shadowModes).describe('Type of its shadows'),
            enabled: z.boolean().describe('Whether it is enabled'),
          }),
        )
        .describe('The lights'),
    }),
    scans: true,
  }),
  setColor: defineAction({
    summary: 'Set the color of a light',
    parameters: () => ({ light: lightTag, color: color.describe('New color, without alpha') }),
    example: { light: 'main-light', color: { r: 1, g: 0.56, b: 0.71, a: 1 } },
    result: () => ({ previous: ColorRecord.describe('The previous color') }),
  }),
  setIntensity: defineAction({
    summary: 'Set the intensity of a light, at once or over time',
    parameters: () => ({
      light: lightTag,
      intensity: z.number().min(0).describe('New intensity'),
      time: seconds.default(0).describe('Duration of the change in seconds; 0 for none'),
    }),
    example: { light: 'main-light', intensity: 2, time: 1 },
    result: () => ({ previous: z.number().describe('The previous intensity') }),
  }),
  setRange: defineAction({
    summary: 'Set the range of a light and the angle of a spot light',
    parameters: () => ({
      light: lightTag,
      range: z.number().min(0).optional().describe('Range in metres; 0 for unlimited'),
      spotAngle: z.number().min(1).max(179).optional().describe('Full angle of the cone, in degrees'),
    }),
    example: { light: 'main-light', range: 20 },
    result: () => ({ previous: z.object(areaLightSize).describe('The previous values') }),
  }),
  setShadows: defineAction({
    summary: 'Set the shadows of a light',
    parameters: () => ({ light: lightTag, mode: z.enum(shadowModes).describe('Type of shadows') }),
    example: { light: 'main-light', mode: 'soft' },
    result: () => ({ previous: z.enum(shadowModes).describe('The previous shadows') }),
  }),
} as const;
