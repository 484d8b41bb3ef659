/** Forces and impulses. All numbers here are already validated and in the engine's units. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { type Body, setVelocities } from './rigid-body.ts';
import {
  toRadians,
  invertQuaternion,
  getLength,
  subtractVectors,
  addVectors,
  multiplyQuaternions,
  scaleVector,
  multiplyVectors,
  rotateVector,
} from './vector-math.ts';

/** Whether a push is a force, or an acceleration that does not depend on the mass. */
export type ForceMode = 'force' | 'acceleration';

const clampLength = (vector: Vector3, max: number): Vector3 => {
  const length = getLength(vector);
  return length > max ? scaleVector(vector, max / length) : vector;
};

/**
 * Returns the maximum speeds of a body in metres per second and degrees per second.
 * @param fixedStep the duration of a step in seconds
 */
export const getMaxSpeeds = (fixedStep: number) => ({
  linear: ranges.speed,
  angular: { min: 0, max: ranges.turn.max / fixedStep },
});

/** Sets velocities in the engine's units, and clamps them to the maximum speeds. */
const setClampedVelocities = (body: Body, linear: Vector3, angular: Vector3, fixedStep: number): void => {
  const maxSpeeds = getMaxSpeeds(fixedStep);
  const maxAngularSpeed = toRadians({ x: maxSpeeds.angular.max, y: 0, z: 0 }).x;
  setVelocities(body, clampLength(linear, maxSpeeds.linear.max), clampLength(angular, maxAngularSpeed));
};

/** Applies a force during the next step. */
export const applyForce = ({ rigidBody }: Body, push: Vector3, mode: ForceMode, point?: Vector3): void => {
  const force = mode === 'force' ? push : scaleVector(push, rigidBody.mass());
  if (point) rigidBody.addForceAtPoint(force, point, true);
  else rigidBody.addForce(force, true);
};

/** Applies a torque during the next step. An angular acceleration is in degrees per second squared. */
export const applyTorque = ({ rigidBody }: Body, push: Vector3, mode: ForceMode): void => {
  rigidBody.addTorque(mode === 'force' ? push : toTorque(rigidBody, toRadians(push)), true);
};

/** Computes the torque that causes an angular acceleration of a body. Both are in world coordinates. */
const toTorque = (rigid: Body['rigidBody'], acceleration: Vector3): Vector3 => {
  const principal = multiplyQuaternions(rigid.rotation(), rigid.principalInertiaLocalFrame());
  return rotateVector(
    multiplyVectors(rigid.principalInertia(), rotateVector(acceleration, invertQuaternion(principal))),
    principal,
  );
};

/** Changes a body's velocity immediately. */
export const applyImpulse = (body: Body, impulse: Vector3, fixedStep: number, point?: Vector3): void => {
  if (point) body.rigidBody.applyImpulseAtPoint(impulse, point, true);
  else body.rigidBody.applyImpulse(impulse, true);
  setClampedVelocities(body, body.rigidBody.linvel(), body.rigidBody.angvel(), fixedStep);
};

export interface Explosion {
  readonly center: Vector3;
  /** The distance in metres from the centre at which the explosion no longer has any effect. */
  readonly radius: number;
  /**
   * The impulse at the centre in newton seconds. The impulse decreases linearly with the distance to a body's nearest
   * point.
   */
  readonly force: number;
  /** How many metres below the centre the explosion seems to come from, so that it pushes bodies up. */
  readonly upwards: number;
}

/**
 * Applies an explosion to a body's centre of mass.
 * @param distance the distance in metres from the centre of the explosion to the nearest point of the body
 */
export const applyExplosion = (
  body: Body,
  { center, radius, force, upwards }: Explosion,
  distance: number,
  fixedStep: number,
): void => {
  const offset = addVectors(subtractVectors(body.rigidBody.worldCom(), center), { x: 0, y: upwards, z: 0 });
  const length = getLength(offset);
  const direction = length === 0 ? { x: 0, y: 1, z: 0 } : scaleVector(offset, 1 / length);
  applyImpulse(body, scaleVector(direction, force * (1 - distance / radius)), fixedStep);
};
