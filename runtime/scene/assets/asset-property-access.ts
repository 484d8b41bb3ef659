/**
 * Reads and writes properties of assets, identified by name (description: 'Property access on scene objects and
 * assets'; C-123).
 */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import {
  createInitialValues,
  listProperty,
  markReadOnly,
  markStructural,
  optionProperty,
  parsePropertyValues,
  textProperty,
} from '../components/property-schema.ts';
import { describeProperty, runPropertyWrites } from '../property.ts';
import { shaders } from '../materials/shaders.ts';
import { serializeBundle, serializeMaterial, serializeScene, serializeSettings } from './asset-documents.ts';
import { getAssetPath, getSettingsPath } from '#spec/asset-kinds.ts';
import { importSettingsSchema, parseImportSettings } from './import-settings.ts';
import { parseSavedMaterial } from './prefab.ts';
import type { Json } from '#spec/values.ts';
import type { PropertyInfo, PropertyWrite, PropertyWriteResults } from '../../link/runtime-link.ts';
import type { AssetContent } from './asset-content.ts';
import type { PropertyDefinition, PropertySchema, PropertyValues } from '../components/property-schema.ts';

interface AssetPropertySet {
  readonly schema: PropertySchema;
  readonly values: PropertyValues;
  /** Returns the asset's content with these values instead of the previous ones. */
  withValues(values: PropertyValues): AssetContent;
}

const [first, ...others] = shaders.map(({ name }) => name);
const shaderProperty = markStructural(optionProperty([first ?? '', ...others], 'Shader of the surface'));
const nameProperty = textProperty('', 'Display name of the spawned object', 256);

const readOnlyNumber = (
  type: 'Float' | 'Integer',
  initial: number,
  description: string,
): PropertyDefinition => ({
  ...{ type, initial, description },
  readOnly: true,
});

const getAssetProperties = (tag: string, content: AssetContent): AssetPropertySet => {
  switch (content.kind) {
    case 'model': {
      const { model, settings } = content;
      return {
        schema: {
          ...importSettingsSchema.model,
          triangles: readOnlyNumber('Integer', model.triangles, 'Number of triangles'),
          repairs: markReadOnly(listProperty('Repairs made while its file was read', () => {})),
        },
        values: { ...settings, triangles: model.triangles, repairs: [...model.repairs] },
        withValues: (values) => ({ ...content, settings: parseImportSettings('model', values) }),
      };
    }
    case 'image': {
      const { image, settings } = content;
      const { width, height } = image;
      return {
        schema: {
          ...importSettingsSchema.image,
          width: readOnlyNumber('Integer', width, 'Width in pixels'),
          height: readOnlyNumber('Integer', height, 'Height in pixels'),
        },
        values: { ...settings, width, height },
        withValues: (values) => ({ ...content, settings: parseImportSettings('image', values) }),
      };
    }
    case 'audio': {
      const { duration, sampleRate, channels } = content.sound;
      return {
        schema: {
          duration: readOnlyNumber('Float', duration, 'Duration in seconds'),
          sampleRate: readOnlyNumber('Integer', sampleRate, 'Samples per second'),
          channels: readOnlyNumber('Integer', channels, 'Number of channels'),
        },
        values: { duration, sampleRate, channels },
        withValues: () => content,
      };
    }
    case 'animation': {
      const { clips } = content;
      return {
        schema: { clips: readOnlyNumber('Integer', clips.length, 'Number of clips') },
        values: { clips: clips.length },
        withValues: () => content,
      };
    }
    case 'material': {
      const { shader, values } = parseSavedMaterial(tag, content.document);
      return {
        schema: { shader: shaderProperty, ...shader.schema },
        values: { shader: shader.name, ...createInitialValues(shader.schema, values) },
        withValues: ({ shader: name, ...properties }) => ({
          ...content,
          document: switchShader(String(name), properties),
        }),
      };
    }
    case 'bundled': {
      const { document } = content;
      return {
        schema: { name: nameProperty },
        values: { name: document.name },
        withValues: ({ name }) => ({ ...content, document: { ...document, name: String(name) } }),
      };
    }
    default:
      return { schema: {}, values: {}, withValues: () => content };
  }
};

/** Switches to another shader. Properties that both shaders have keep their values. */
const switchShader = (name: string, properties: PropertyValues) => {
  const schema: PropertySchema = shaders.find((shader) => shader.name === name)?.schema ?? {};
  const matching = Object.entries(properties).filter(([property]) => Object.hasOwn(schema, property));
  return { shader: name, properties: Object.fromEntries(matching) };
};

const getPropertyDefinition = (tag: string, schema: PropertySchema, name: string): PropertyDefinition => {
  const definition = Object.hasOwn(schema, name) ? schema[name] : undefined;
  if (definition) return definition;
  const properties = Object.keys(schema);
  throw new ApiError(
    'PROPERTY_NOT_FOUND',
    `The asset '${tag}' has no property '${name}'.`,
    { asset: tag, property: name, nearest: suggestNames(name, properties), properties },
    `${formatPropertiesRoute(tag)} lists them; names are case-sensitive.`,
  );
};

const formatPropertiesRoute = (asset: string): string => {
  const tag = encodeURIComponent(asset);
  return `GET /api/assets/${tag}/properties`;
};

/**
 * Returns the properties of an asset that have the given names, or all of them if no names are given.
 * @throws ApiError PROPERTY_NOT_FOUND
 */
export const readAssetProperties = (
  tag: string,
  content: AssetContent,
  names?: readonly string[],
): PropertyInfo[] => {
  const { schema, values } = getAssetProperties(tag, content);
  return (names ?? Object.keys(schema)).map((name) =>
    describeProperty(name, getPropertyDefinition(tag, schema, name), values[name] ?? null),
  );
};

interface AppliedPropertyWrite {
  readonly content: AssetContent;
  readonly previous: Json;
  /** The value in canonical form. */
  readonly value: Json;
}

/**
 * Writes a property of an asset. The value may have any shape that the property's type accepts.
 * @param expectImage throws when an asset is not an image; used for properties that select a texture
 * @throws ApiError PROPERTY_NOT_FOUND or INVALID_VALUE
 */
export const applyAssetPropertyWrite = (
  tag: string,
  content: AssetContent,
  { name, value: raw }: PropertyWrite,
  expectImage: (asset: string) => void,
): AppliedPropertyWrite => {
  const { schema, values, withValues } = getAssetProperties(tag, content);
  const { type, readOnly } = getPropertyDefinition(tag, schema, name);
  if (readOnly) {
    const remedy = `${formatPropertiesRoute(tag)} shows which properties are writable.`;
    throw new ApiError('INVALID_VALUE', `'${name}' is read-only.`, { name }, remedy);
  }
  const { [name]: value = null } = parsePropertyValues(schema, { [name]: raw });
  if (type === 'AssetSelector' && value !== '') expectImage(String(value));
  return { content: withValues({ ...values, [name]: value }), previous: values[name] ?? null, value };
};

/** Writes properties in order. A write that fails is reported with its reason, and the remaining writes still run. */
export const applyAssetPropertyWrites = (
  tag: string,
  content: AssetContent,
  writes: readonly PropertyWrite[],
  expectImage: (asset: string) => void,
): { readonly content: AssetContent; readonly outcomes: PropertyWriteResults } => {
  let current = content;
  const outcomes = runPropertyWrites(writes, (write) => {
    current = applyAssetPropertyWrite(tag, current, write, expectImage).content;
  });
  return { content: current, outcomes };
};

/**
 * Returns the file that stores an asset's properties, with the file's new text; `undefined` for an asset without
 * writable properties.
 */
export const serializeAsset = (
  tag: string,
  content: AssetContent,
): { readonly path: string; readonly text: string } | undefined => {
  switch (content.kind) {
    case 'model':
    case 'image':
      return { path: getSettingsPath(tag), text: serializeSettings(content.settings) };
    case 'material':
      return { path: getAssetPath(tag), text: serializeMaterial(content.document) };
    case 'bundled':
      return { path: getAssetPath(tag), text: serializeBundle(content.document) };
    case 'scene':
      return { path: getAssetPath(tag), text: serializeScene(content.document) };
    default:
      return undefined;
  }
};
