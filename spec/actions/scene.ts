import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import {
  assetName,
  ColorRecord,
  color,
  newName,
  layer,
  layerIndex,
  newTag,
  objectTag,
  vector3,
} from './parameter-schemas.ts';
import { sceneObjectActions } from './scene-objects.ts';
import { sceneManagementActions } from './scenes.ts';

const spawnSources = ['type', 'sceneObject', 'asset'] as const;

export const sceneActions = {
  spawn: defineAction({
    summary: 'Add an object to the scene',
    description: 'Takes exactly one of `type`, `sceneObject` and `asset`.',
    parameters: () =>
      z
        .object({
          type: z
            .string()
            .min(1)
            .optional()
            .describe('Menu path of an element, from GET /api/discovery/spawnables'),
          sceneObject: objectTag.optional().describe('Tag of the object to duplicate, with its descendants'),
          asset: assetName.optional(),
          name: newName.optional().describe('Display name; that of the element or source when absent'),
          tag: newTag.optional().describe('Tag to give, not yet taken; made up when absent'),
          position: vector3.optional().describe('Position relative to the parent'),
          rotation: vector3.optional().describe('Euler angles in degrees relative to the parent'),
          scale: vector3.optional().describe('Scale relative to the parent'),
          parent: objectTag
            .optional()
            .describe('Tag of the parent; the root, or that of the source, when absent'),
          layer: layer.optional().describe('Name or index of a configured layer'),
          active: z.boolean().default(true).describe('Whether the object starts active'),
        })
        .refine(
          (parameters) => spawnSources.filter((source) => parameters[source] !== undefined).length === 1,
          {
            error: 'expected exactly one of type, sceneObject and asset',
            path: ['type'],
          },
        ),
    result: () =>
      z.object({
        object: z.string().describe('Tag of the new object'),
        id: z.string().describe('Id of the new object'),
      }),
    named: true,
    timeout: 30,
  }),
  setColor: defineAction({
    summary: 'Set the main colour of an object',
    parameters: () =>
      z.object({
        object: objectTag,
        color: color.describe('The colour; alpha below 1 lets through what is behind'),
        material: z.int().min(0).default(0).describe('Index of the material'),
      }),
    result: () => z.object({ previous: ColorRecord.describe('The colour before') }),
    named: true,
  }),
  createLayer: defineAction({
    summary: 'Create a layer, or rename it, by index',
    parameters: () =>
      z.object({
        index: layerIndex.describe('0 to 5 or 9 to 31; 6, 7 and 8 are reserved'),
        name: newName.describe('Name to give, not yet that of another layer'),
      }),
    result: () =>
      z.object({
        index: z.int().describe('The index'),
        name: z.string().describe('The name now'),
        renamed: z.boolean().describe('Whether the layer existed under another name'),
      }),
    named: true,
  }),
  deleteLayer: defineAction({
    summary: 'Take a layer away; its objects fall back to the layer 0',
    parameters: () => z.object({ index: layerIndex.describe('Index of the layer; 0 stays') }),
    result: () => z.object({ moved: z.int().describe('Objects that were on it') }),
  }),
  clear: defineAction({
    summary: 'Remove all objects but those that are preserved',
    description:
      'A preserved object keeps what hangs under it, and stays where it is in the world when its parent goes.',
    parameters: () =>
      z.object({
        preserve: z
          .array(objectTag)
          .max(10_000)
          .default([])
          .describe('Tags of the objects that stay, with what hangs under them'),
      }),
    result: () => z.object({ removed: z.int().describe('Objects removed') }),
    named: true,
  }),
  ...sceneManagementActions,
  ...sceneObjectActions,
} as const;
