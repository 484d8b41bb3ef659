/** Converts between the objects of a scene and the scene's file. */
import { ApiError } from '#spec/errors.ts';
import { createPrefabsFromSaved, type Prefab } from '../assets/prefab.ts';
import { toSavedObject } from '../assets/to-saved-object.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Environment, SceneDocument } from '../assets/asset-documents.ts';
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
