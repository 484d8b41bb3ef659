import { Quaternion } from 'three';
import { eulerOf, setOrientation, setRotation } from '../transform.ts';
import { once } from './course.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Course } from './course.ts';
import type { SceneObject } from '../scene-object.ts';

/**
 * By the shortest way, about one axis, from how an object is turned to another rotation.
 * @param degrees Euler angles relative to the parent
 */
export const turningTo = (object: SceneObject, degrees: Vector3): Course => {
  const goal = new Quaternion().setFromEuler(eulerOf(degrees));
  const origin = once(() => object.node.quaternion.clone());
  return {
    place: (share) => setOrientation(object, origin.read().clone().slerp(goal, share), 'local'),
    settle(end) {
      if (end === 'start') setOrientation(object, origin.read(), 'local');
      else setRotation(object, degrees, 'local');
    },
    state: () => ({ from: origin.state()?.toArray(), to: degrees }),
  };
};
