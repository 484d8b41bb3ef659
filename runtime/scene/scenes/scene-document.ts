/** Between the objects of a scene and what its file holds. */
import { Fault } from '#spec/errors.ts';
import { castOfSaved, type Cast } from '../assets/cast.ts';
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

/**
 * The objects that a scene is to have.
 * @param name of the scene, for the words of refusals
 * @throws Fault ACTION_FAILED for what cannot be made, and for tags that stand twice
 */
export const rolesOf = (name: string, { objects }: SceneDocument): readonly Cast[] => {
  const roles = objects.map((object) => castOfSaved(name, object));
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
  return roles;
};
