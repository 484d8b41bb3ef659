/** What pushes bodies. Everything here takes checked numbers, in the units of the engine. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { setVelocities } from './body.ts';
import { inRadians, inverse, lengthOf, minus, plus, product, scaled, times, turned } from './vectors.ts';
import type { Body } from './body.ts';

/** How much a push counts: as it is, or as what it does to the motion whatever the mass. */
export type PushMode = 'force' | 'acceleration';

const shortened = (vector: Vector3, most: number): Vector3 => {
  const length = lengthOf(vector);
  return length > most ? scaled(vector, most / length) : vector;
};

/** Metres per second, and degrees per second, that a body may have when a step takes so many seconds. */
export const fastest = (fixedStep: number) => ({
  linear: ranges.speed,
  angular: { min: 0, max: ranges.turn.max / fixedStep },
});

/** Gives a body velocities, in the units of the engine, or as much of them as the engine will let it have. */
const speed = (body: Body, linear: Vector3, angular: Vector3, fixedStep: number): void => {
  const most = fastest(fixedStep);
  const mostTurning = inRadians({ x: most.angular.max, y: 0, z: 0 }).x;
  setVelocities(body, shortened(linear, most.linear.max), shortened(angular, mostTurning));
};

/** Pushes for the coming step. */
export const pushBody = ({ rigid }: Body, push: Vector3, mode: PushMode, point?: Vector3): void => {
  const force = mode === 'force' ? push : scaled(push, rigid.mass());
  if (point) rigid.addForceAtPoint(force, point, true);
  else rigid.addForce(force, true);
};

/** Turns for the coming step; an acceleration is in degrees per second squared. */
export const twistBody = ({ rigid }: Body, push: Vector3, mode: PushMode): void => {
  rigid.addTorque(mode === 'force' ? push : torqueFor(rigid, inRadians(push)), true);
};

/** The torque that a body of this inertia needs for an acceleration, both in the world. */
const torqueFor = (rigid: Body['rigid'], acceleration: Vector3): Vector3 => {
  const principal = product(rigid.rotation(), rigid.principalInertiaLocalFrame());
  return turned(times(rigid.principalInertia(), turned(acceleration, inverse(principal))), principal);
};

/** Changes the velocity at once. */
export const strikeBody = (body: Body, impulse: Vector3, fixedStep: number, point?: Vector3): void => {
  if (point) body.rigid.applyImpulseAtPoint(impulse, point, true);
  else body.rigid.applyImpulse(impulse, true);
  speed(body, body.rigid.linvel(), body.rigid.angvel(), fixedStep);
};

export interface Explosion {
  readonly center: Vector3;
  /** Metres from the centre at which nothing is left of it. */
  readonly radius: number;
  /** Newton seconds at the centre; they shrink evenly with the distance of a body's nearest point. */
  readonly force: number;
  /** Metres that the centre is taken to be lower, for the direction, so that things are thrown up. */
  readonly upwards: number;
}

/** Throws a body, at its centre of mass, whose nearest point is this far from the centre. */
export const blastBody = (
  body: Body,
  { center, radius, force, upwards }: Explosion,
  distance: number,
  fixedStep: number,
): void => {
  const away = plus(minus(body.rigid.worldCom(), center), { x: 0, y: upwards, z: 0 });
  const length = lengthOf(away);
  const direction = length === 0 ? { x: 0, y: 1, z: 0 } : scaled(away, 1 / length);
  strikeBody(body, scaled(direction, force * (1 - distance / radius)), fixedStep);
};
