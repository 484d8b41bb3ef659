/** Prefabs: templates from which assets are spawned as objects. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { componentTypes } from '../components/component-types.ts';
import { imageComponent } from '../components/image-component.ts';
import { modelComponent } from '../components/model-component.ts';
import { createInitialValues, freezeValues, parsePropertyValues } from '../components/property-schema.ts';
import { type Shader, shaders, unlit } from '../materials/shaders.ts';
import { getAssetName } from './asset-name.ts';
import { AssetFileError, UnreadableAssetError } from './asset-file-error.ts';
import type { Blueprint } from '../scene-object.ts';
import type { ComponentType } from '../components/component-type.ts';
import type { MaterialDocument, SavedObject } from './asset-documents.ts';
import type { Assets } from './assets.ts';
import type { PropertySchema, PropertyValues } from '../components/property-schema.ts';

export interface Prefab extends Blueprint {
  readonly type: string;
  readonly name: string;
  /** The saved state, which exists only for objects from bundles and scenes. */
  readonly saved?: SavedObject;
  readonly children: readonly Prefab[];
}

const usageHints = {
  audio: 'sounds are played with audio.play',
  shader: 'shaders are used by materials',
  material: 'materials are assigned to objects with material.assign',
  animation: 'animations play on existing objects',
  scene: 'scenes are opened with scene.switch',
} as const;

/**
 * Creates the prefab of an asset.
 * @throws ApiError ASSET_NOT_FOUND when the asset doesn't exist; ACTION_FAILED when it cannot be spawned or read
 */
export const createPrefab = (assets: Assets, tag: string): Prefab => {
  const { kind } = assets.get(tag);
  const name = getAssetName(tag);
  const createComponents = (kind: ComponentType, values: PropertyValues = {}) => [
    { kind, enabled: true, values: { asset: tag, ...values } },
  ];
  switch (kind) {
    case 'model':
      assets.getContent(tag, kind);
      return {
        type: 'Assets/Model',
        name,
        components: createComponents(modelComponent),
        materials: [],
        children: [],
      };
    case 'image': {
      const { pixelsPerMetre } = assets.getContent(tag, kind).settings;
      return {
        ...{ type: 'Assets/Image', name, children: [] },
        components: createComponents(imageComponent, { pixelsPerMetre }),
        materials: [{ shader: unlit, values: { texture: tag, doubleSided: true } }],
      };
    }
    case 'bundled':
      return createPrefabFromSaved(tag, assets.getContent(tag, kind).document);
    default:
      throw new ApiError('ACTION_FAILED', `The asset '${tag}' cannot be spawned: ${usageHints[kind]}.`, {
        ...{ asset: tag, type: kind, expected: ['model', 'image', 'bundled'] },
      });
  }
};

/** Converts the saved properties of a component or material to typed values. */
type ParseSavedValues = (owner: string, schema: PropertySchema, properties: PropertyValues) => PropertyValues;

/**
 * Creates a parser that caches its results. Many objects in a file have identical properties, which are parsed only
 * once.
 */
const createCachedParser = (tag: string): ParseSavedValues => {
  const cache = new Map<string, PropertyValues>();
  return (owner, schema, properties) => {
    // Frozen values come from a live component or material, so they are already valid.
    if (Object.isFrozen(properties)) return properties;
    const key = `${owner} ${JSON.stringify(properties)}`;
    const values =
      cache.get(key) ??
      freezeValues(
        createInitialValues(
          schema,
          parseOrReject(tag, owner, () => parsePropertyValues(schema, properties)),
        ),
      );
    cache.set(key, values);
    return values;
  };
};

/**
 * Creates a prefab from a saved object.
 * @throws ApiError ACTION_FAILED for an unknown component, shader or property
 */
const createPrefabFromSaved = (
  tag: string,
  saved: SavedObject,
  parseValues = createCachedParser(tag),
): Prefab => ({
  type: saved.type,
  name: saved.name,
  saved,
  components: saved.components.map(({ kind: name, enabled, properties }) => {
    const kind = componentTypes.get(name);
    if (!kind) throw createUnusableAssetError(tag, `there is no component type '${name}'`);
    return { kind, enabled, values: parseValues(name, kind.schema, properties) };
  }),
  materials: saved.materials.map(({ shader: name, properties }) => {
    const shader = getSavedShader(tag, name);
    return { shader, values: parseValues(name, shader.schema, properties) };
  }),
  children: saved.children.map((child) => createPrefabFromSaved(tag, child, parseValues)),
});

/** Creates prefabs from the objects of a bundle or scene. The objects share one cache of parsed values. */
export const createPrefabsFromSaved = (tag: string, objects: readonly SavedObject[]): Prefab[] => {
  const parseValues = createCachedParser(tag);
  return objects.map((object) => createPrefabFromSaved(tag, object, parseValues));
};

/**
 * Parses a saved material into its shader and typed values.
 * @throws ApiError ACTION_FAILED for an unknown shader or property
 */
export const parseSavedMaterial = (tag: string, { shader: name, properties }: MaterialDocument) => {
  const shader = getSavedShader(tag, name);
  return { shader, values: parseOrReject(tag, name, () => parsePropertyValues(shader.schema, properties)) };
};

const getSavedShader = (tag: string, name: string): Shader => {
  const shader = shaders.find((shader) => shader.name === name);
  if (!shader) throw createUnusableAssetError(tag, `there is no shader '${name}'`);
  return shader;
};

/**
 * Returns the shader with the given name.
 * @throws ApiError ACTION_FAILED for an unknown shader; the message lists the available shaders
 */
export const getShader = (name: string): Shader => {
  const shader = shaders.find((shader) => shader.name === name);
  if (shader) return shader;
  const names = shaders.map((shader) => shader.name);
  throw new ApiError('ACTION_FAILED', `There is no shader '${name}'; assets.listShaders lists them.`, {
    ...{ shader: name, nearest: suggestNames(name, names), validOptions: names },
  });
};

const parseOrReject = (tag: string, owner: string, read: () => PropertyValues): PropertyValues => {
  try {
    return read();
  } catch (failure) {
    throw failure instanceof ApiError
      ? createUnusableAssetError(tag, `${owner}: ${failure.reason}`)
      : failure;
  }
};

const createUnusableAssetError = (tag: string, reason: string): ApiError =>
  new UnreadableAssetError(tag, new AssetFileError('DAMAGED', reason.replace(/\.$/, '')));
