/** What the objects are like that an asset is spawned as. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { parsePropertyValues } from '../components/parse-property-values.ts';
import { imageComponent } from '../components/image-component.ts';
import { componentTypes } from '../components/component-types.ts';
import { modelComponent } from '../components/model-component.ts';
import { createInitialValues, freezeValues } from '../components/property-values.ts';
import { shaders, unlit } from '../materials/shaders.ts';
import { AssetFileError, UnreadableAssetError } from './asset-file-error.ts';
import type { ComponentType } from '../components/component-type.ts';
import type { PropertySchema } from '../components/property-schema.ts';
import type { PropertyValues } from '../components/property-values.ts';
import type { Blueprint } from '../blueprint.ts';
import type { Shader } from '../materials/shaders.ts';
import type { Assets } from './assets.ts';
import type { MaterialDocument, SavedObject } from './asset-documents.ts';

/** An object to be, with what is to hang under it. */
export interface Prefab extends Blueprint {
  readonly type: string;
  readonly name: string;
  /** Where it is and how it is, where that has been saved. */
  readonly saved?: SavedObject;
  readonly children: readonly Prefab[];
}

/** The name of a file without folders and without what tells its kind. */
export const getAssetName = (tag: string): string =>
  tag.slice(tag.lastIndexOf('/') + 1).replace(/(.)\..*$/, '$1');

const usageHints = {
  audio: 'sounds are played, by audio.play',
  shader: 'shaders are for materials',
  material: 'materials are assigned to objects, by material.assign',
  animation: 'animations move objects that are there',
  scene: 'scenes take the place of all objects, by scene.switch',
} as const;

/**
 * The object that an asset is spawned as.
 * @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset that is no object, or whose file cannot be read
 */
export const createPrefab = (assets: Assets, tag: string): Prefab => {
  const { kind } = assets.get(tag);
  const name = getAssetName(tag);
  const part = (shown: ComponentType, values: PropertyValues = {}) => [
    { kind: shown, enabled: true, values: { asset: tag, ...values } },
  ];
  switch (kind) {
    case 'model':
      assets.getContent(tag, kind);
      return {
        type: 'Assets/Model',
        name,
        components: part(modelComponent as ComponentType),
        materials: [],
        children: [],
      };
    case 'image': {
      const { pixelsPerMetre } = assets.getContent(tag, kind).settings;
      return {
        ...{ type: 'Assets/Image', name, children: [] },
        components: part(imageComponent as ComponentType, { pixelsPerMetre }),
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

/** The values that a component or a material is to have, from what a file holds of it. */
type ParseSavedValues = (owner: string, slots: PropertySchema, properties: PropertyValues) => PropertyValues;

/** Most objects of a file are like others in it: what is the same is worked out, and held, once. */
const createCachedParser = (tag: string): ParseSavedValues => {
  const known = new Map<string, PropertyValues>();
  return (owner, slots, properties) => {
    // what is shared was a component's or a material's
    if (Object.isFrozen(properties)) return properties;
    const key = `${owner} ${JSON.stringify(properties)}`;
    const values =
      known.get(key) ??
      freezeValues(
        createInitialValues(
          slots,
          parseOrReject(tag, owner, () => parsePropertyValues(slots, properties)),
        ),
      );
    known.set(key, values);
    return values;
  };
};

/** @throws ApiError ACTION_FAILED for what there is no kind of component, shader or property for */
const createPrefabFromSaved = (
  tag: string,
  saved: SavedObject,
  accept = createCachedParser(tag),
): Prefab => ({
  type: saved.type,
  name: saved.name,
  saved,
  components: saved.components.map(({ kind: name, enabled, properties }) => {
    const kind = componentTypes.get(name);
    if (!kind) throw createUnusableAssetError(tag, `there is no kind of component '${name}'`);
    return { kind, enabled, values: accept(name, kind.schema, properties) };
  }),
  materials: saved.materials.map(({ shader: name, properties }) => {
    const shader = getSavedShader(tag, name);
    return { shader, values: accept(name, shader.schema, properties) };
  }),
  children: saved.children.map((child) => createPrefabFromSaved(tag, child, accept)),
});

/** The objects that the file of an asset or a scene holds, as `castOfSaved` has each. */
export const createPrefabsFromSaved = (tag: string, objects: readonly SavedObject[]): Prefab[] => {
  const accept = createCachedParser(tag);
  return objects.map((object) => createPrefabFromSaved(tag, object, accept));
};

/**
 * The shader of a material that was saved, with its values.
 * @throws ApiError ACTION_FAILED for a shader or a property that there is not
 */
export const parseSavedMaterial = (tag: string, { shader: name, properties }: MaterialDocument) => {
  const shader = getSavedShader(tag, name);
  return { shader, values: parseOrReject(tag, name, () => parsePropertyValues(shader.schema, properties)) };
};

const getSavedShader = (tag: string, name: string): Shader => {
  const shader = shaders.find((one) => one.name === name);
  if (!shader) throw createUnusableAssetError(tag, `there is no shader '${name}'`);
  return shader;
};

/** @throws ApiError ACTION_FAILED that names the shaders that there are */
export const getShader = (name: string): Shader => {
  const shader = shaders.find((one) => one.name === name);
  if (shader) return shader;
  const names = shaders.map((one) => one.name);
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

const createUnusableAssetError = (tag: string, why: string): ApiError =>
  new UnreadableAssetError(tag, new AssetFileError('DAMAGED', why.replace(/\.$/, '')));
