import type { SceneObject } from '../../scene/scene-object.ts';
import type { NodeServices } from './context.ts';

/** The object with this tag, or a warning when there is none. */
export const findObject = (tag: string, { world, warnOnce }: NodeServices): SceneObject | undefined => {
  const found = world.scene.find(tag);
  if (!found) warnOnce(tag === '' ? 'No object is chosen.' : `No scene object has the tag "${tag}".`);
  return found;
};
