import { Fault } from '#spec/errors.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { isActive } from './placement.ts';
import type { SceneObject } from '../scene-object.ts';

/**
 * Why an object has no body in the world, and what mends that.
 * @param refusal why it is out of the world although it is active
 */
export const noBody = ({ tag, parts, node }: SceneObject, refusal: string | undefined): Fault => {
  const part = parts.get(rigidBody.name);
  const refuse = (message: string): Fault => new Fault('ACTION_FAILED', message, { object: tag });
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
