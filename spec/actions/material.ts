import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { assetName, ColorRecord, color, objectTag, vectorOrColor } from './parameter-schemas.ts';

const materialIndex = z.int().min(0).default(0).describe('Index of the material');
const materialProperty = z.string().min(1).describe('Name of the property, case-sensitive');

export const materialActions = {
  get: defineAction({
    summary: 'Read a material of an object',
    parameters: () => ({ object: objectTag, index: materialIndex }),
    result: () => ({
      shader: z.string().describe('Name of its shader'),
      properties: z.record(z.string(), JsonValue).describe('Values of its properties by name'),
    }),
  }),
  setFloat: defineAction({
    summary: 'Write a number property of a material',
    parameters: () => ({
      object: objectTag,
      property: materialProperty,
      value: z.number().describe('New number'),
      index: materialIndex,
    }),
    example: { object: 'cube', property: 'roughness', value: 0.35 },
    result: () => ({ previous: z.number().describe('The previous number') }),
  }),
  setVector: defineAction({
    summary: 'Write a vector or color property of a material',
    parameters: () => ({
      object: objectTag,
      property: materialProperty,
      value: vectorOrColor.describe('New vector or color'),
      index: materialIndex,
    }),
    example: { object: 'cube', property: 'color', value: [1, 0.56, 0.71, 1] },
    result: () => ({ previous: JsonValue.describe('The previous value') }),
  }),
  assign: defineAction({
    summary: 'Assign a copy of a material asset to an object',
    description:
      'The object gets its own copy: later changes of the asset or of the object do not affect each other.',
    parameters: () => ({ object: objectTag, asset: assetName, index: materialIndex }),
    result: () => ({
      previous: z
        .object({
          shader: z.string().describe('Its shader'),
          properties: z.record(z.string(), JsonValue).describe('Values of its properties by name'),
        })
        .describe('The previous material'),
    }),
    timeout: 30,
  }),
  setTexture: defineAction({
    summary: 'Write an image property of a material',
    parameters: () => ({
      object: objectTag,
      property: materialProperty,
      asset: assetName,
      index: materialIndex,
    }),
    result: () => ({ previous: z.string().describe('Tag of the previous image; empty for none') }),
    timeout: 30,
  }),
  setEmission: defineAction({
    summary: 'Set the emission of a material',
    parameters: () => ({
      object: objectTag,
      color: color.describe('Emission color; black for none'),
      intensity: z.number().min(0).default(1).describe('Emission strength'),
      index: materialIndex,
    }),
    example: { object: 'cube', color: { r: 1, g: 0.3, b: 0.55, a: 1 }, intensity: 0.5 },
    result: () => ({
      previous: z
        .object({
          color: ColorRecord.describe('The color'),
          intensity: z.number().describe('The strength'),
        })
        .describe('The previous emission'),
    }),
  }),
} as const;
