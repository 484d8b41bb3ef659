/** The properties of assets by name (description: 'Property access on scene objects and assets'; C-123). */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { createInitialValues } from '../components/property-values.ts';
import { parsePropertyValues } from '../components/parse-property-values.ts';
import {
  listProperty,
  optionProperty,
  markReadOnly,
  markStructural,
  textProperty,
} from '../components/property-schema.ts';
import { shaders } from '../materials/shaders.ts';
import { describeProperty, runPropertyWrites } from '../describe-property.ts';
import { parseSavedMaterial } from './prefab.ts';
import { serializeBundle, serializeScene, serializeMaterial, serializeSettings } from './asset-documents.ts';
import { importSettingsSchema, parseImportSettings } from './import-settings.ts';
import { getAssetPath, getSettingsPath } from './asset-paths.ts';
import type { Json } from '#spec/values.ts';
import type { PropertyInfo, PropertyWriteResults, PropertyWrite } from '../../link/runtime-link.ts';
import type { PropertyValues } from '../components/property-values.ts';
import type { PropertyDefinition, PropertySchema } from '../components/property-schema.ts';
import type { AssetContent } from './asset-content.ts';

/** The properties of one asset, and what it becomes by writing them. */
interface AssetPropertySet {
  readonly schema: PropertySchema;
  readonly values: PropertyValues;
  /** The content with these values. */
  withValues(values: PropertyValues): AssetContent;
}

const [first, ...others] = shaders.map(({ name }) => name);
const shaderProperty = markStructural(optionProperty([first ?? '', ...others], 'How the surface looks'));
const nameProperty = textProperty('', 'Display name of the object that it is spawned as', 256);

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
          triangles: readOnlyNumber('Integer', model.triangles, 'Triangles that it has'),
          repairs: markReadOnly(listProperty('What was repaired while its file was read', () => {})),
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
          width: readOnlyNumber('Integer', width, 'Pixels from left to right'),
          height: readOnlyNumber('Integer', height, 'Pixels from top to bottom'),
        },
        values: { ...settings, width, height },
        withValues: (values) => ({ ...content, settings: parseImportSettings('image', values) }),
      };
    }
    case 'audio': {
      const { duration, sampleRate, channels } = content.sound;
      return {
        schema: {
          duration: readOnlyNumber('Float', duration, 'Seconds that it lasts'),
          sampleRate: readOnlyNumber('Integer', sampleRate, 'Samples in a second'),
          channels: readOnlyNumber('Integer', channels, 'Channels that it has'),
        },
        values: { duration, sampleRate, channels },
        withValues: () => content,
      };
    }
    case 'animation': {
      const { clips } = content;
      return {
        schema: { clips: readOnlyNumber('Integer', clips.length, 'Clips that it holds') },
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

/** What the shader before and this one have in common stays as it is. */
const switchShader = (name: string, properties: PropertyValues) => {
  const slots: PropertySchema = shaders.find((shader) => shader.name === name)?.schema ?? {};
  const kept = Object.entries(properties).filter(([property]) => Object.hasOwn(slots, property));
  return { shader: name, properties: Object.fromEntries(kept) };
};

const getPropertyDefinition = (tag: string, slots: PropertySchema, name: string): PropertyDefinition => {
  const slot = Object.hasOwn(slots, name) ? slots[name] : undefined;
  if (slot) return slot;
  const properties = Object.keys(slots);
  throw new ApiError(
    'PROPERTY_NOT_FOUND',
    `The asset '${tag}' has no property '${name}'.`,
    { asset: tag, property: name, nearest: suggestNames(name, properties), properties },
    `${formatPropertiesRoute(tag)} lists them; letter case counts.`,
  );
};

const formatPropertiesRoute = (asset: string): string => {
  const tag = encodeURIComponent(asset);
  return `GET /api/assets/${tag}/properties`;
};

/** All properties of an asset, or those that are named. @throws ApiError PROPERTY_NOT_FOUND */
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
  /** As it is held. */
  readonly value: Json;
}

/**
 * Writes a property of an asset in one of the shapes of its type.
 * @param expectImage checks that there is an image that a texture is to be
 * @throws ApiError PROPERTY_NOT_FOUND or INVALID_VALUE
 */
export const applyAssetPropertyWrite = (
  tag: string,
  content: AssetContent,
  { name, value: raw }: PropertyWrite,
  expectImage: (asset: string) => void,
): AppliedPropertyWrite => {
  const { schema, values, withValues: become } = getAssetProperties(tag, content);
  const { type, readOnly } = getPropertyDefinition(tag, schema, name);
  if (readOnly) {
    const remedy = `${formatPropertiesRoute(tag)} shows which are.`;
    throw new ApiError('INVALID_VALUE', `'${name}' only tells, and is not written.`, { name }, remedy);
  }
  const { [name]: value = null } = parsePropertyValues(schema, { [name]: raw });
  if (type === 'AssetSelector' && value !== '') expectImage(String(value));
  return { content: become({ ...values, [name]: value }), previous: values[name] ?? null, value };
};

/** Writes properties in order; one that fails has the reason and does not stop the rest. */
export const applyAssetPropertyWrites = (
  tag: string,
  content: AssetContent,
  writes: readonly PropertyWrite[],
  expectImage: (asset: string) => void,
): { readonly content: AssetContent; readonly outcomes: PropertyWriteResults } => {
  let latest = content;
  const outcomes = runPropertyWrites(writes, (write) => {
    latest = applyAssetPropertyWrite(tag, latest, write, expectImage).content;
  });
  return { content: latest, outcomes };
};

/** Where the properties of an asset are kept, and the text that holds them; undefined for one that has none to write. */
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
