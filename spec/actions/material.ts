import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { assetName, ColorRecord, color, objectTag, vectorOrColor } from './parameter-schemas.ts';

const materialIndex = z.int().min(0).default(0).describe('Index of the material');
const materialProperty = z.string().min(1).describe('Name of the property, in its letter case');

export const materialActions = {
  get: defineAction({
    summary: 'Read a material of an object',
    parameters: () => z.object({ object: objectTag, index: materialIndex }),
    result: () =>
      z.object({
        shader: z.string().describe('Name of its shader'),
        properties: z.record(z.string(), JsonValue).describe('Values of its properties by name'),
      }),
  }),
  setFloat: defineAction({
    summary: 'Write a property of a material that is a number',
    parameters: () =>
      z.object({
        object: objectTag,
        property: materialProperty,
        value: z.number().describe('Number to take'),
        index: materialIndex,
      }),
    result: () => z.object({ previous: z.number().describe('The number before') }),
  }),
  setVector: defineAction({
    summary: 'Write a property of a material that is a vector or a colour',
    parameters: () =>
      z.object({
        object: objectTag,
        property: materialProperty,
        value: vectorOrColor.describe('Vector or colour to take'),
        index: materialIndex,
      }),
    result: () => z.object({ previous: JsonValue.describe('The value before') }),
  }),
  assign: defineAction({
    summary: 'Give an object a copy of a material asset',
    description: 'The object has a material of its own: the asset changes neither with it nor for it.',
    parameters: () => z.object({ object: objectTag, asset: assetName, index: materialIndex }),
    result: () =>
      z.object({
        previous: z
          .object({
            shader: z.string().describe('Its shader'),
            properties: z.record(z.string(), JsonValue).describe('Values of its properties by name'),
          })
          .describe('The material before'),
      }),
    timeout: 30,
  }),
  setTexture: defineAction({
    summary: 'Write a property of a material that is an image',
    parameters: () =>
      z.object({ object: objectTag, property: materialProperty, asset: assetName, index: materialIndex }),
    result: () => z.object({ previous: z.string().describe('Tag of the image before; empty for none') }),
    timeout: 30,
  }),
  setEmission: defineAction({
    summary: 'Let a material give off light of its own',
    parameters: () =>
      z.object({
        object: objectTag,
        color: color.describe('Colour of what it gives off; black for nothing'),
        intensity: z.number().min(0).default(1).describe('Strength of what it gives off'),
        index: materialIndex,
      }),
    result: () =>
      z.object({
        previous: z
          .object({
            color: ColorRecord.describe('The colour'),
            intensity: z.number().describe('The strength'),
          })
          .describe('What it gave off before'),
      }),
  }),
} as const;
