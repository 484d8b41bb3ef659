/** Between the objects of a scene and what its file holds. */
import { ApiError } from '#spec/errors.ts';
import { createPrefabsFromSaved, type Prefab } from '../assets/prefab.ts';
import { toSavedObject } from '../assets/to-saved-object.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Environment, SceneDocument } from '../assets/asset-documents.ts';
import type { Scene } from '../scene.ts';

/**
 * The scene as it is, as plain data.
 * @throws Fault ACTION_FAILED for objects that hang under each other too deep for a file
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

/** What scenes are to have, while somebody has their documents, which stay what they are. */
const prefabsByDocument = new WeakMap<SceneDocument, readonly Prefab[]>();

/**
 * The objects that a scene is to have.
 * @param name of the scene, for the words of refusals
 * @throws Fault ACTION_FAILED for what cannot be made, and for tags that stand twice
 */
export const getScenePrefabs = (name: string, document: SceneDocument): readonly Prefab[] => {
  const known = prefabsByDocument.get(document);
  if (known) return known;
  const roles = createPrefabsFromSaved(name, document.objects);
  const seen = new Set<string>();
  for (const tag of roles.flatMap((role) => [...listTags(role)])) {
    if (seen.has(tag)) {
      throw new ApiError('ACTION_FAILED', `In the scene '${name}' two objects have the tag '${tag}'.`, {
        ...{ scene: name, tag },
        expected: 'a tag of its own for each object',
      });
    }
    seen.add(tag);
  }
  prefabsByDocument.set(document, roles);
  return roles;
};
