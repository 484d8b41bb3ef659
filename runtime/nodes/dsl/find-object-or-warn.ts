import type { SceneObject } from '../../scene/scene-object.ts';
import type { NodeServices } from './handler-context.ts';

/** Finds the object with this tag. Writes a warning when there is no such object. */
export const findObjectOrWarn = (
  tag: string,
  { runtime, warnOnce }: NodeServices,
): SceneObject | undefined => {
  const object = runtime.scene.find(tag);
  if (!object) warnOnce(tag === '' ? 'No object is chosen.' : `No scene object has the tag "${tag}".`);
  return object;
};
