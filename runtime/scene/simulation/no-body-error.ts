import { ApiError } from '#spec/errors.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { isActive } from './world-placement.ts';
import type { SceneObject } from '../scene-object.ts';

/**
 * Why an object has no body in the world, and what mends that.
 * @param refusal why it is out of the world although it is active
 */
export const createNoBodyError = (
  { tag, components, node }: SceneObject,
  refusal: string | undefined,
): ApiError => {
  const part = components.get(rigidBodyComponent.name);
  const refuse = (message: string): ApiError => new ApiError('ACTION_FAILED', message, { object: tag });
  if (!part) return refuse(`The object '${tag}' has no body; physics.setBody gives it one.`);
  if (!part.enabled)
    return refuse(`The RigidBody of '${tag}' is disabled; components.setEnabled lets it take part.`);
  if (!isActive(node))
    return refuse(
      `The object '${tag}' is not active, or hangs under one that is not; scene.objects.setActive changes that.`,
    );
  return refuse(
    `The body of '${tag}' is out of what physics calculates with; transform.set brings it back. ${refusal}`,
  );
};
