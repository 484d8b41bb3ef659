import { Quaternion } from 'three';
import { degreesToEuler, setQuaternion, setRotation } from '../object-transform.ts';
import { lazyValue } from './interpolator.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Interpolator } from './interpolator.ts';
import type { SceneObject } from '../scene-object.ts';

/**
 * Creates an interpolator from an object's current rotation to another rotation, along the shortest arc about one axis.
 * @param degrees the Euler angles of the goal in degrees, relative to the parent
 */
export const createRotationInterpolator = (object: SceneObject, degrees: Vector3): Interpolator => {
  const goal = new Quaternion().setFromEuler(degreesToEuler(degrees));
  const origin = lazyValue(() => object.node.quaternion.clone());
  return {
    applyAt: (fraction) => setQuaternion(object, origin.read().clone().slerp(goal, fraction), 'local'),
    applyEnd(end) {
      if (end === 'start') setQuaternion(object, origin.read(), 'local');
      else setRotation(object, degrees, 'local');
    },
    state: () => ({ from: origin.state()?.toArray(), to: degrees }),
  };
};
