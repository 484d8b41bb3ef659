import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import {
  ColorRecord,
  nameFilter,
  filterDescription,
  newName,
  layer,
  maxSelectedNames,
  newTag,
  objectTag,
  PositionRecord,
  vector3,
} from './parameter-schemas.ts';
import { listKeys } from '../list-keys.ts';

/** A scene object as it appears in lists. */
export const ObjectRecord = z.object({
  tag: z.string().describe('Tag that addresses the object'),
  id: z.string().describe('Id of the object, which stays the same when the tag changes'),
  name: z.string().describe('Display name'),
  type: z.string().describe('Menu path of its element'),
  active: z.boolean().describe('Whether it is active itself, regardless of its parents'),
  layer: z.string().describe('Name of its layer'),
  parent: z.string().nullable().describe('Tag of its parent; null at the root'),
  components: z.array(z.string()).describe('Names of its components'),
});

/** A scene object with all its fields. */
export const ObjectDetail = ObjectRecord.extend({
  children: z.array(z.string()).describe('Tags of its children'),
  position: PositionRecord.describe('Position relative to the parent'),
  rotation: PositionRecord.describe('Euler angles in degrees relative to the parent'),
  scale: PositionRecord.describe('Scale relative to the parent'),
  worldPosition: PositionRecord.describe('Position in the world'),
  worldRotation: PositionRecord.describe('Euler angles in degrees in the world'),
  colors: z.array(ColorRecord).describe('Main color of each material, by index'),
});

const detailFields = listKeys(ObjectDetail.shape);

const nameFilterParameters = nameFilter.describe(`Only objects whose display name ${filterDescription}`);
const componentFilterParameters = z.string().min(1).describe('Only objects with a component of this name');
const objectList = z.array(ObjectRecord);

export const sceneObjectActions = {
  'objects.destroy': defineAction({
    summary: 'Remove an object with its descendants',
    parameters: () => ({
      object: objectTag,
      delay: z
        .number()
        .min(0)
        .max(86_400)
        .default(0)
        .describe('Delay in simulated seconds; 0 removes at once'),
    }),
    result: () => ({ removed: z.int().describe('Number of removed objects; 0 with a delay') }),
    named: true,
  }),
  'objects.setName': defineAction({
    summary: 'Set the display name of an object',
    parameters: () => ({ object: objectTag, name: newName.describe('New name') }),
    example: { object: 'cube', name: 'My cube' },
    result: () => ({ previous: z.string().describe('The previous name') }),
    named: true,
  }),
  'objects.setActive': defineAction({
    summary: 'Activate or deactivate an object',
    parameters: () => ({ object: objectTag, active: z.boolean().describe('Whether to activate it') }),
    result: () => ({ previous: z.boolean().describe('Whether it was active') }),
    named: true,
  }),
  'objects.setLayer': defineAction({
    summary: 'Put an object on a layer',
    parameters: () => ({
      object: objectTag,
      layer: layer.describe('Name or index of a configured layer'),
      includeChildren: z.boolean().default(false).describe('Whether to include its descendants'),
    }),
    example: { object: 'cube', layer: 'Default' },
    result: () => ({ previous: z.string().describe('Name of the previous layer') }),
    named: true,
  }),
  'objects.getLayer': defineAction({
    summary: 'Read the layer of an object',
    parameters: () => ({ object: objectTag }),
    result: () => ({
      layer: z.string().describe('Name of the layer'),
      index: z.int().describe('Index of the layer'),
    }),
    named: true,
  }),
  'objects.list': defineAction({
    summary: 'List objects in order of creation',
    parameters: () => ({
      layer: layer.optional().describe('Only objects on this layer, by name or index'),
      parent: objectTag
        .nullable()
        .optional()
        .describe('Only children of the object with this tag; null for the root'),
      name: nameFilterParameters.optional(),
      component: componentFilterParameters.optional(),
      limit: z.int().min(1).max(1000).default(100).describe('Maximum number of objects to return'),
      offset: z.int().min(0).default(0).describe('Number of matching objects to skip'),
    }),
    result: () => ({
      count: z.int().describe('Number of matching objects on all pages'),
      objects: objectList.describe('The page'),
    }),
    scans: true,
  }),
  'objects.get': defineAction({
    summary: 'Read one object',
    parameters: () => ({
      object: objectTag,
      include: z
        .array(z.enum(detailFields))
        .min(1)
        .max(maxSelectedNames)
        .optional()
        .describe('Only these fields'),
    }),
    result: () => ({ object: ObjectDetail.partial().describe('The object, or the requested fields') }),
  }),
  'objects.find': defineAction({
    summary: 'Search objects by name, tag, component or distance',
    parameters: () =>
      z
        .object({
          name: nameFilterParameters.optional(),
          tag: nameFilter.optional().describe('Only objects whose tag matches in the same way'),
          component: componentFilterParameters.optional(),
          near: vector3.optional().describe('A point in the world; the nearest objects come first'),
          radius: z.number().min(0).optional().describe('Maximum distance from the point, in metres'),
        })
        .refine(({ near, radius }) => radius === undefined || near !== undefined, {
          error: 'expected together with near',
          path: ['radius'],
        }),
    example: { near: { x: 0, y: 0, z: 0 }, radius: 5 },
    result: () => ({ objects: objectList.describe('Objects that match every given criterion') }),
    scans: true,
  }),
  'objects.duplicate': defineAction({
    summary: 'Copy an object with its descendants',
    parameters: () => ({
      object: objectTag,
      name: newName.optional().describe('Display name of the copies; by default that of the object'),
      position: vector3.optional().describe('Position of the copies relative to the parent'),
      count: z.int().min(1).max(1000).default(1).describe('Number of copies'),
    }),
    example: { object: 'cube', position: { x: 2, y: 0, z: 0 }, count: 3 },
    result: () => ({ objects: objectList.describe('The copies') }),
  }),
  'objects.setParent': defineAction({
    summary: 'Set the parent of an object, or move it to the root',
    parameters: () => ({
      object: objectTag,
      parent: objectTag.nullable().default(null).describe('Tag of the new parent; null for the root'),
      keepWorld: z.boolean().default(true).describe('Whether it keeps its world position'),
    }),
    result: () => ({
      previous: z.string().nullable().describe('Tag of the previous parent; null for the root'),
    }),
  }),
  'objects.setTag': defineAction({
    summary: 'Change the tag of an object',
    parameters: () => ({ object: objectTag, tag: newTag.describe('An unused tag') }),
    example: { object: 'cube', tag: 'my-cube' },
    result: () => ({ previous: z.string().describe('The previous tag') }),
  }),
} as const;
