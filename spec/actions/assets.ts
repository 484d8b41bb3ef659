import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { BulkWriteResult, maxPropertyWrites } from '../rest/properties.ts';
import { isDeviceName } from '../windows-device-names.ts';
import { JsonValue, PortTypeName } from '../values.ts';
import { assetName, nameFilter, filterDescription, objectTag } from './parameter-schemas.ts';

const assetTypes = [
  'model',
  'image',
  'audio',
  'shader',
  'material',
  'animation',
  'bundled',
  'scene',
] as const;

/** What is known of an asset. */
const AssetRecord = z.object({
  asset: z.string().describe('Its tag: the path of its file below assets/, of a scene below scenes/'),
  name: z.string().describe('The name of its file, without folders and extension'),
  type: z.enum(assetTypes).describe('What it is'),
  bundled: z.boolean().describe('Whether it is an object that was saved as an asset'),
  size: z.int().describe('Bytes of its file'),
  usageCount: z.int().describe('How many objects of the scene show it'),
  duration: z
    .number()
    .optional()
    .describe('Seconds of a sound, or of the longest clip of an animation; known once it has been read'),
  width: z.int().optional().describe('Pixels of an image from left to right; known once it has been read'),
  height: z.int().optional().describe('Pixels of an image from top to bottom; known once it has been read'),
  triangles: z.int().optional().describe('Triangles of a model; known once it has been read'),
  clips: z
    .array(z.string())
    .optional()
    .describe('Names of the clips of a model or an animation; known once it has been read'),
});

const PropertyFacts = z.object({
  name: z.string().describe('Its name, whose letter case counts'),
  type: PortTypeName.describe('Type of its value'),
  value: JsonValue.describe('Its value'),
  options: z.array(z.string()).optional().describe('The values that it takes, where these are some only'),
  structural: z.boolean().describe('Whether it reshapes the asset'),
  description: z.string().describe('What it is for'),
  minimum: z.number().optional().describe('The least number that it takes'),
  maximum: z.number().optional().describe('The greatest number that it takes'),
  maxLength: z.int().optional().describe('Characters that it takes at most'),
  readOnly: z.boolean().optional().describe('Whether it only tells'),
});

const property = z.string().min(1).describe('Name of a property of the asset, in its letter case');
const fileName = z
  .string()
  .min(1)
  .max(200)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what no file system takes
  .regex(/^(?!\.)[^\\:*?"<>|\u0000-\u001f\u007f]+(?<![. ])$/, 'expected a name that every file system takes')
  .refine(
    (name) =>
      name
        .split('/')
        .every((part) => part !== '' && !part.startsWith('.') && !/[. ]$/.test(part) && !isDeviceName(part)),
    'expected names between the slashes that every file system takes',
  );

const propertyWrites = z
  .array(
    z.strictObject({ name: property, value: JsonValue.describe('Value in one of the shapes of its type') }),
  )
  .min(1, 'expected at least one property')
  .max(maxPropertyWrites, `expected at most ${maxPropertyWrites} properties`)
  .describe('Names and values, written in this order');

export const assetActions = {
  list: defineAction({
    summary: 'List the assets of the project',
    parameters: () =>
      z.object({
        type: z.enum(assetTypes).optional().describe('Only those of this type'),
        filter: nameFilter.optional().describe(`Only assets whose tag ${filterDescription}`),
        bundled: z.boolean().optional().describe('Only those that are saved objects, or only the others'),
        limit: z.int().min(1).max(10_000).default(100).describe('Most assets to return'),
        offset: z.int().min(0).default(0).describe('Assets to skip'),
      }),
    result: () =>
      z.object({
        count: z.int().describe('Assets that match, on all pages'),
        assets: z.array(AssetRecord).describe('Those of the page, by tag'),
      }),
    named: true,
  }),
  get: defineAction({
    summary: 'Read what is known of an asset',
    parameters: () => z.object({ asset: assetName }),
    result: () => z.object({ asset: AssetRecord.describe('What is known of it') }),
    timeout: 30,
  }),
  delete: defineAction({
    summary: 'Delete an asset for good',
    description:
      'The file is removed, and with it its import settings. A bundled asset is only deleted with `confirm`; with `confirm=false` nothing is. Objects that show the asset stay as they are.',
    parameters: () =>
      z.object({
        asset: assetName,
        confirm: z
          .boolean()
          .optional()
          .describe('true for a bundled asset, which cannot be made again; false deletes nothing'),
      }),
    result: () => z.object({ deleted: z.string().describe('The tag that it had') }),
    named: true,
    later: true,
  }),
  rename: defineAction({
    summary: 'Give an asset another name; what refers to it follows',
    description:
      'Objects of the scene, materials and bundled assets that refer to it are changed with it. Values of ports in graphs stay.',
    parameters: () =>
      z.object({
        asset: assetName,
        name: fileName.describe(
          'The tag to be: a path below assets/ that no asset has, with the same extension',
        ),
      }),
    result: () => z.object({ previous: z.string().describe('The tag before') }),
    later: true,
    reads: 'documents',
  }),
  createBundled: defineAction({
    summary: 'Save an object with all that hangs under it as a bundled asset',
    description: 'What the object is like is saved, not its tag; scene.spawn makes more of the kind.',
    parameters: () =>
      z.object({
        object: objectTag,
        name: fileName.describe('Name of the asset; .bundle.json is added where it is missing'),
        overwrite: z.boolean().default(false).describe('Whether an asset of that name is replaced'),
      }),
    result: () => z.object({ asset: z.string().describe('Tag of the asset') }),
    named: true,
    later: true,
  }),
  getProperty: defineAction({
    summary: 'Read a property of an asset',
    parameters: () => z.object({ asset: assetName, property }),
    result: () => PropertyFacts.pick({ name: true, type: true, value: true }),
    named: true,
    timeout: 30,
  }),
  setProperty: defineAction({
    summary: 'Write a property of an asset',
    parameters: () =>
      z.object({
        asset: assetName,
        property,
        value: JsonValue.describe('Value in one of the shapes of the type of the property'),
      }),
    result: () =>
      z.object({
        previous: JsonValue.describe('The value before'),
        value: JsonValue.describe('The value now'),
      }),
    named: true,
    later: true,
    timeout: 30,
  }),
  setProperties: defineAction({
    summary: 'Write several properties of an asset, one after the other, and save it once',
    description: 'A property that fails has an error of its own and does not stop the rest.',
    parameters: () => z.object({ asset: assetName, properties: propertyWrites }),
    result: () => BulkWriteResult,
    named: true,
    later: true,
    timeout: 30,
  }),
  getProperties: defineAction({
    summary: 'Read properties of an asset',
    parameters: () =>
      z.object({
        asset: assetName,
        names: z.array(property).max(maxPropertyWrites).optional().describe('Only these; all when absent'),
      }),
    result: () =>
      z.object({
        properties: z.array(PropertyFacts).describe('In the order of their names, or of the asset'),
      }),
    named: true,
    timeout: 30,
  }),
  getShader: defineAction({
    summary: 'Read the shader of a material asset, with its properties',
    parameters: () => z.object({ asset: assetName }),
    result: () =>
      z.object({
        shader: z.string().describe('Name of the shader'),
        properties: z.record(z.string(), JsonValue).describe('Values of its properties by name'),
      }),
    named: true,
    timeout: 30,
  }),
  changeShader: defineAction({
    summary: 'Give a material asset another shader',
    description: 'Properties that both shaders have keep their values.',
    parameters: () =>
      z.object({
        asset: assetName,
        shader: z.string().min(1).describe('Name of the shader, of those that assets.listShaders lists'),
      }),
    result: () =>
      z.object({
        previous: z.string().describe('The shader before'),
        shader: z.string().describe('The shader now'),
      }),
    named: true,
    later: true,
    timeout: 30,
  }),
  listShaders: defineAction({
    summary: 'List the shaders that materials can have',
    parameters: () =>
      z.object({
        filter: nameFilter.optional().describe(`Only shaders whose name ${filterDescription}`),
      }),
    result: () =>
      z.object({
        shaders: z
          .array(
            z.object({
              name: z.string().describe('Its name'),
              description: z.string().describe('How a surface looks with it'),
              properties: z.array(z.string()).describe('Names of the properties that a material with it has'),
            }),
          )
          .describe('The usual one first'),
      }),
    named: true,
  }),
} as const;
