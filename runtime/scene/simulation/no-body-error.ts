import { ApiError } from '#spec/errors.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { isActive } from './world-placement.ts';
import type { SceneObject } from '../scene-object.ts';

/**
 * Creates an error that explains why an object has no body, and how to fix the problem.
 * @param exclusionReason why the physics world excludes the object although the object is active
 */
export const createNoBodyError = (
  { tag, components, node }: SceneObject,
  exclusionReason: string | undefined,
): ApiError => {
  const part = components.get(rigidBodyComponent.name);
  const createError = (message: string): ApiError => new ApiError('ACTION_FAILED', message, { object: tag });
  if (!part) return createError(`The object '${tag}' has no body. Use physics.setBody to add one.`);
  if (!part.enabled)
    return createError(`The RigidBody of '${tag}' is disabled. Use components.setEnabled to enable it.`);
  if (!isActive(node))
    return createError(
      `The object '${tag}' or one of its parents is not active. Use scene.objects.setActive to activate it.`,
    );
  return createError(
    `The body of '${tag}' is outside the range of the physics engine. Use transform.set to bring it back. ${exclusionReason}`,
  );
};
