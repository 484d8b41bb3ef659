import * as z from 'zod';
import { assetKindNames } from '../asset-kinds.ts';
import { defineAction } from '../contract/action-spec.ts';
import { BulkWriteResult, maxPropertyWrites } from '../rest/properties.ts';
import { isDeviceName } from '../windows-device-names.ts';
import { JsonValue, PortTypeName } from '../values.ts';
import { assetName, nameFilter, filterDescription, objectTag } from './parameter-schemas.ts';

const AssetRecord = z.object({
  asset: z.string().describe('Its tag: the path of its file below assets/, or below scenes/ for a scene'),
  name: z.string().describe('Its file name, without folders and extension'),
  type: z.enum(assetKindNames).describe('Type of the asset'),
  bundled: z.boolean().describe('Whether it is an object that was saved as an asset'),
  size: z.int().describe('Size of its file in bytes'),
  usageCount: z.int().describe('Number of scene objects that use it'),
  duration: z
    .number()
    .optional()
    .describe(
      'Length in seconds of a sound, or of the longest clip of an animation; available once it has been loaded',
    ),
  width: z.int().optional().describe('Width of an image in pixels; available once it has been loaded'),
  height: z.int().optional().describe('Height of an image in pixels; available once it has been loaded'),
  triangles: z.int().optional().describe('Triangles of a model; available once it has been loaded'),
  clips: z
    .array(z.string())
    .optional()
    .describe('Clip names of a model or an animation; available once it has been loaded'),
});

const PropertyFacts = z.object({
  name: z.string().describe('Name of the property, case-sensitive'),
  type: PortTypeName.describe('Type of its value'),
  value: JsonValue.describe('Its value'),
  options: z.array(z.string()).optional().describe('The allowed values, if they are limited'),
  structural: z.boolean().describe('Whether writing it rebuilds the objects that show the asset'),
  description: z.string().describe('Purpose of the property'),
  minimum: z.number().optional().describe('Minimum number'),
  maximum: z.number().optional().describe('Maximum number'),
  maxLength: z.int().optional().describe('Maximum number of characters'),
  readOnly: z.boolean().optional().describe('Whether it is read-only'),
});

const property = z.string().min(1).describe('Name of a property of the asset, case-sensitive');
/** The name of a new asset: a path that every file system accepts. */
export const assetFileName = z
  .string()
  .min(1)
  .max(200)
  .regex(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what no file system takes
    /^(?!\.)[^\\:*?"<>|\u0000-\u001f\u007f]+(?<![. ])$/,
    'expected a name that every file system accepts',
  )
  .refine(
    (name) =>
      name
        .split('/')
        .every((part) => part !== '' && !part.startsWith('.') && !/[. ]$/.test(part) && !isDeviceName(part)),
    'expected names between the slashes that every file system accepts',
  );

const propertyWrites = z
  .array(
    z.strictObject({ name: property, value: JsonValue.describe('Value in one of the shapes of its type') }),
  )
  .min(1, 'expected at least one property')
  .max(maxPropertyWrites, `expected at most ${maxPropertyWrites} properties`)
  .describe('Values by name, written in this order');

export const assetActions = {
  list: defineAction({
    summary: 'List the assets of the project',
    parameters: () => ({
      type: z.enum(assetKindNames).optional().describe('Only assets of this type'),
      filter: nameFilter.optional().describe(`Only assets whose tag ${filterDescription}`),
      bundled: z.boolean().optional().describe('true for saved objects only, false for all others'),
      limit: z.int().min(1).max(10_000).default(100).describe('Maximum number of assets to return'),
      offset: z.int().min(0).default(0).describe('Number of assets to skip'),
    }),
    example: { type: 'model', bundled: true },
    result: () => ({
      count: z.int().describe('Number of matching assets on all pages'),
      assets: z.array(AssetRecord).describe('Assets of the page, sorted by tag'),
    }),
    named: true,
  }),
  get: defineAction({
    summary: 'Read the metadata of an asset',
    parameters: () => ({ asset: assetName }),
    result: () => ({ asset: AssetRecord.describe('Metadata of the asset') }),
    timeout: 30,
  }),
  delete: defineAction({
    summary: 'Delete an asset permanently',
    description:
      'Deletes the file and its import settings. A bundled asset is only deleted with `confirm`; with `confirm=false` nothing is deleted. Objects that use the asset do not change.',
    parameters: () => ({
      asset: assetName,
      confirm: z
        .boolean()
        .optional()
        .describe('true for a bundled asset, which cannot be restored; false deletes nothing'),
    }),
    result: () => ({ deleted: z.string().describe('Its former tag') }),
    named: true,
    later: true,
  }),
  rename: defineAction({
    summary: 'Rename an asset and update its references',
    description:
      'Updates references in scene objects, materials and bundled assets. Port values in graphs do not change.',
    parameters: () => ({
      asset: assetName,
      name: assetFileName.describe('The new tag: an unused path below assets/ with the same extension'),
    }),
    example: { asset: 'stone.png', name: 'granite.png' },
    result: () => ({ previous: z.string().describe('The previous tag') }),
    later: true,
    reads: 'documents',
  }),
  createBundled: defineAction({
    summary: 'Save an object with its descendants as a bundled asset',
    description: 'Saves the object without its tag; scene.spawn creates copies of it.',
    parameters: () => ({
      object: objectTag,
      name: assetFileName.describe('Name of the asset; .bundle.json is added if it is missing'),
      overwrite: z.boolean().default(false).describe('Whether to replace an asset of that name'),
    }),
    example: { object: 'cube', name: 'my-cube' },
    result: () => ({ asset: z.string().describe('Tag of the asset') }),
    named: true,
    later: true,
  }),
  getProperty: defineAction({
    summary: 'Read a property of an asset',
    parameters: () => ({ asset: assetName, property }),
    example: { asset: 'stone.png', property: 'wrap' },
    result: () => PropertyFacts.pick({ name: true, type: true, value: true }),
    named: true,
    timeout: 30,
  }),
  setProperty: defineAction({
    summary: 'Write a property of an asset',
    parameters: () => ({
      asset: assetName,
      property,
      value: JsonValue.describe('Value in one of the shapes of the type of the property'),
    }),
    example: { asset: 'stone.png', property: 'wrap', value: 'clamp' },
    result: () => ({
      previous: JsonValue.describe('The previous value'),
      value: JsonValue.describe('The new value'),
    }),
    named: true,
    later: true,
    timeout: 30,
  }),
  setProperties: defineAction({
    summary: 'Write several properties of an asset in order, and save it once',
    description:
      'If a property fails, its result carries the error, and the other properties are still written.',
    parameters: () => ({ asset: assetName, properties: propertyWrites }),
    example: { asset: 'stone.png', properties: [{ name: 'wrap', value: 'clamp' }] },
    result: () => BulkWriteResult,
    named: true,
    later: true,
    timeout: 30,
  }),
  getProperties: defineAction({
    summary: 'Read properties of an asset',
    parameters: () => ({
      asset: assetName,
      names: z
        .array(property)
        .max(maxPropertyWrites)
        .optional()
        .describe('Only these properties; by default all'),
    }),
    result: () => ({
      properties: z.array(PropertyFacts).describe('In the order of the given names, or of the asset'),
    }),
    named: true,
    timeout: 30,
  }),
  getShader: defineAction({
    summary: 'Read the shader of a material asset, with its properties',
    parameters: () => ({ asset: assetName }),
    result: () => ({
      shader: z.string().describe('Name of the shader'),
      properties: z.record(z.string(), JsonValue).describe('Values of its properties by name'),
    }),
    named: true,
    timeout: 30,
  }),
  changeShader: defineAction({
    summary: 'Change the shader of a material asset',
    description: 'Properties that both shaders have keep their values.',
    parameters: () => ({
      asset: assetName,
      shader: z.string().min(1).describe('Name of a shader that assets.listShaders lists'),
    }),
    example: { asset: 'stone.material.json', shader: 'Standard' },
    result: () => ({
      previous: z.string().describe('The previous shader'),
      shader: z.string().describe('The new shader'),
    }),
    named: true,
    later: true,
    timeout: 30,
  }),
  listShaders: defineAction({
    summary: 'List the shaders for materials',
    parameters: () => ({
      filter: nameFilter.optional().describe(`Only shaders whose name ${filterDescription}`),
    }),
    result: () => ({
      shaders: z
        .array(
          z.object({
            name: z.string().describe('Its name'),
            description: z.string().describe('How a surface with this shader looks'),
            properties: z.array(z.string()).describe('Property names of a material with this shader'),
          }),
        )
        .describe('Default shader first'),
    }),
    named: true,
  }),
} as const;
