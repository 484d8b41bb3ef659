/** Between the objects of a scene and what its file holds. */
import { Fault } from '#spec/errors.ts';
import { castsOfSaved, type Cast } from '../assets/cast.ts';
import { savedObject } from '../assets/save-object.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Environment, SceneDocument } from '../assets/documents.ts';
import type { Scene } from '../scene.ts';

/**
 * The scene as it is, as plain data.
 * @throws Fault ACTION_FAILED for objects that hang under each other too deep for a file
 */
export const documentOf = (scene: Scene, cameras: Cameras, environment: Environment): SceneDocument => {
  const objects = scene.list();
  const used = new Set(objects.map(({ layer }) => layer));
  return {
    environment,
    camera: cameras.active?.tag ?? null,
    layers: scene.layers.list().filter(({ index }) => used.has(index)),
    objects: objects
      .filter((object) => !scene.parentOf(object))
      .map((object) => savedObject(scene, object, true)),
  };
};

const tagsOf = function* ({ saved, children }: Cast): Generator<string> {
  if (saved?.tag !== undefined) yield saved.tag;
  for (const child of children) yield* tagsOf(child);
};

/** What scenes are to have, while somebody has their documents, which stay what they are. */
const rolesOfDocuments = new WeakMap<SceneDocument, readonly Cast[]>();

/**
 * The objects that a scene is to have.
 * @param name of the scene, for the words of refusals
 * @throws Fault ACTION_FAILED for what cannot be made, and for tags that stand twice
 */
export const rolesOf = (name: string, document: SceneDocument): readonly Cast[] => {
  const known = rolesOfDocuments.get(document);
  if (known) return known;
  const roles = castsOfSaved(name, document.objects);
  const seen = new Set<string>();
  for (const tag of roles.flatMap((role) => [...tagsOf(role)])) {
    if (seen.has(tag)) {
      throw new Fault('ACTION_FAILED', `In the scene '${name}' two objects have the tag '${tag}'.`, {
        ...{ scene: name, tag },
        expected: 'a tag of its own for each object',
      });
    }
    seen.add(tag);
  }
  rolesOfDocuments.set(document, roles);
  return roles;
};
