/** Converts between the objects of a scene and the scene's file. */
import { ApiError } from '#spec/errors.ts';
import { createPrefabsFromSaved, type Prefab } from '../assets/prefab.ts';
import { freezeValues } from '../components/property-schema.ts';
import type { Environment, SavedObject, SceneDocument } from '../assets/asset-documents.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { ComponentInstance } from '../components/component-instance.ts';
import type { Material } from '../materials/material.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';

/**
 * Returns the scene as plain data.
 * @throws ApiError ACTION_FAILED for a hierarchy that is too deep for a file
 */
export const toSceneDocument = (scene: Scene, cameras: Cameras, environment: Environment): SceneDocument => {
  const objects = scene.list();
  const used = new Set(objects.map(({ layer }) => layer));
  return {
    environment,
    camera: cameras.active?.tag ?? null,
    layers: scene.layers.list().filter(({ index }) => used.has(index)),
    objects: objects
      .filter((object) => !scene.getParent(object))
      .map((object) => toSavedObject(scene, object, true)),
  };
};

/** The deepest nesting of objects in one asset. Files with deeper nesting could not be parsed again. */
const maxNestingDepth = 40;

/**
 * Converts an object and its descendants to plain data.
 * @param isTagged whether to include tags
 * @throws ApiError ACTION_FAILED when objects are nested deeper than `maxNestingDepth`
 */
export const toSavedObject = (
  scene: Scene,
  object: SceneObject,
  isTagged = false,
  depth = 1,
): SavedObject => {
  if (depth > maxNestingDepth) {
    throw new ApiError('ACTION_FAILED', `Objects are nested more than ${maxNestingDepth} levels deep.`, {
      deepest: maxNestingDepth,
    });
  }
  const { node, components, materials } = object;
  const { position, quaternion, scale } = node;
  // The fields are listed explicitly, since spreading is too slow for scenes with ten thousand objects.
  return {
    tag: isTagged ? object.tag : undefined,
    name: object.name,
    type: object.type,
    active: object.active,
    layer: object.layer,
    position: [position.x, position.y, position.z],
    quaternion: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
    scale: [scale.x, scale.y, scale.z],
    components: Array.from(components.values(), toSavedComponent),
    materials: materials.map(toSavedMaterial),
    children: scene.getChildren(object).map((child) => toSavedObject(scene, child, isTagged, depth + 1)),
  };
};

const toSavedComponent = ({ type, enabled, values }: ComponentInstance) => ({
  kind: type.name,
  enabled,
  properties: freezeValues(values),
});

const toSavedMaterial = ({ shader, values }: Material) => ({
  shader: shader.name,
  properties: freezeValues(values),
});

const listTags = function* ({ saved, children }: Prefab): Generator<string> {
  if (saved?.tag !== undefined) yield saved.tag;
  for (const child of children) yield* listTags(child);
};

/** Caches the prefabs of each document, since documents are immutable. */
const prefabsByDocument = new WeakMap<SceneDocument, readonly Prefab[]>();

/**
 * Returns the objects of a scene document as prefabs.
 * @param name the name of the scene, for error messages
 * @throws ApiError ACTION_FAILED for objects that cannot be created, and for duplicate tags
 */
export const getScenePrefabs = (name: string, document: SceneDocument): readonly Prefab[] => {
  const cached = prefabsByDocument.get(document);
  if (cached) return cached;
  const prefabs = createPrefabsFromSaved(name, document.objects);
  const usedTags = new Set<string>();
  for (const tag of prefabs.flatMap((prefab) => [...listTags(prefab)])) {
    if (usedTags.has(tag)) {
      throw new ApiError('ACTION_FAILED', `Two objects of the scene '${name}' have the tag '${tag}'.`, {
        ...{ scene: name, tag },
        expected: 'a unique tag for each object',
      });
    }
    usedTags.add(tag);
  }
  prefabsByDocument.set(document, prefabs);
  return prefabs;
};
