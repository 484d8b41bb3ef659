/** Rigid-body physics of the scene. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { createBodyStore } from './body-store.ts';
import { getNextPose, getPose, setVelocities, captureBodyState } from './rigid-body.ts';
import { normalizeDirection, checkNumber, normalizeRotation, checkVector } from './check-numbers.ts';
import { applyExplosion, getMaxSpeeds, applyForce, applyImpulse, applyTorque } from './apply-forces.ts';
import { castRay, getDistance, overlapBox, overlapSphere } from './spatial-queries.ts';
import { stepWorld } from './step-world.ts';
import { checkPose } from './body-options.ts';
import { toDegrees, toRadians, getLength, scaleVector, identityQuaternion } from './vector-math.ts';
import type { Body, BodyHandle } from './rigid-body.ts';
import type { BodyInit } from './body-store.ts';
import type { Contact } from './contact-tracker.ts';
import type { Explosion, ForceMode } from './apply-forces.ts';
import type { RayHit } from './spatial-queries.ts';
import type { PhysicsSnapshot } from './physics-snapshot.ts';
import type { StepReport } from './step-world.ts';
import type { BodyRequest, BodyOptions } from './body-options.ts';
import type { Pose, Quaternion } from './vector-math.ts';

/** Metres per second, and degrees per second about the axes of the world. */
interface Velocity {
  readonly linear: Vector3;
  readonly angular: Vector3;
}

interface RayRequest {
  readonly origin: Vector3;
  /** Any length but 0. */
  readonly direction: Vector3;
  readonly maxDistance: number;
  /** Only bodies on the layer with this index. */
  readonly layer?: number | undefined;
  /** All hit bodies instead of the nearest. */
  readonly all?: boolean | undefined;
}

interface OverlapBoxRequest {
  readonly center: Vector3;
  readonly size: Vector3;
  readonly rotation?: Quaternion | undefined;
  readonly layer?: number | undefined;
}

/**
 * A world of rigid bodies in metres, kilograms, seconds and degrees (choice: the description names physics actions, but
 * not their parameters). The engine is loaded with the first body. Every function rejects a removed body, or a number
 * out of `physicsRanges`, with ApiError ACTION_FAILED before anything changes.
 */
export interface Physics {
  readonly size: number;
  /** @throws LimitExceededError when the maximum number of bodies or colliders is reached */
  create(source: BodyInit): BodyHandle;
  remove(body: BodyHandle): void;
  has(body: BodyHandle): boolean;
  getOptions(body: BodyHandle): BodyOptions;
  /** Replaces all colliders together. @throws LimitExceededError as `create` does */
  setOptions(body: BodyHandle, request: BodyRequest): void;
  /** In the engine's 32-bit numbers. */
  getPose(body: BodyHandle): Pose;
  /** Moves a body at once and preserves its velocity. */
  setPose(body: BodyHandle, pose: Pose): void;
  /**
   * Sets the target of a kinematic body for the next step, in which it pushes bodies in its way. Queries use the target
   * at once.
   */
  moveTo(body: BodyHandle, pose: Pose): void;
  getVelocity(body: BodyHandle): Velocity;
  /** Sets the velocity of a dynamic body, up to 400 m/s and 45 degrees per step. Frozen axes stay at rest. */
  setVelocity(body: BodyHandle, velocity: Partial<Velocity>): void;
  /**
   * Applies a force to a dynamic body for the next step only, at its centre of mass or at a world position.
   * @param force in newtons, or in metres per second squared with the mode `acceleration`
   */
  addForce(body: BodyHandle, force: Vector3, mode?: ForceMode, point?: Vector3): void;
  /** Changes the velocity of a dynamic body at once. @param impulse in newton seconds */
  addImpulse(body: BodyHandle, impulse: Vector3, point?: Vector3): void;
  /**
   * Applies a torque to a dynamic body for the next step only. @param torque in newton metres, or degrees per second
   * squared
   */
  addTorque(body: BodyHandle, torque: Vector3, mode?: ForceMode): void;
  /** Pushes dynamic bodies away from a point at once. @returns those within the radius, the oldest first */
  addExplosionForce(explosion: Explosion & { readonly layer?: number | undefined }): BodyHandle[];
  isSleeping(body: BodyHandle): boolean;
  /** Puts a dynamic body to sleep until something wakes it, or wakes it. */
  setSleeping(body: BodyHandle, sleeping: boolean): void;
  getGravity(): Vector3;
  /** Sets gravity and wakes all bodies that it affects. */
  setGravity(gravity: Vector3): void;
  /** Advances time, by default one fixed step; a longer time takes several steps. */
  step(seconds?: number): StepReport;
  /** Casts a ray. Hits are ordered by distance, one per body, and reflect all changes since the last step. */
  raycast(request: RayRequest): RayHit[];
  /** Lists bodies that overlap a sphere, the oldest first. It reflects all changes since the last step. */
  overlapSphere(center: Vector3, radius: number, layer?: number): BodyHandle[];
  overlapBox(request: OverlapBoxRequest): BodyHandle[];
  /** Lists the contacts of the last step by the age of the bodies, or those of one body. */
  listTouching(body?: BodyHandle): Contact[];
  getOwner(body: BodyHandle): string;
  /** Returns bodies as plain data. The contact cache of the engine is only in `snapshot`. */
  state(): unknown;
  /** Captures everything as plain data. */
  snapshot(): PhysicsSnapshot;
  /** Restores a snapshot bit-identically. @throws ApiError ACTION_FAILED without changes when it is damaged */
  restore(snapshot: PhysicsSnapshot): void;
  /** Removes all bodies and frees their memory in the engine. */
  dispose(): void;
}

interface PhysicsOptions {
  /** Seconds of a step. */
  readonly fixedStep: number;
  readonly gravity?: Vector3;
  readonly maxBodies?: number;
  readonly maxColliders?: number;
}

const earthGravity: Vector3 = { x: 0, y: -9.81, z: 0 };

export const createPhysics = ({
  fixedStep,
  gravity = earthGravity,
  maxBodies = 10_000,
  maxColliders = 20_000,
}: PhysicsOptions): Physics => {
  const bodies = createBodyStore({
    fixedStep,
    gravity: checkVector('gravity', gravity, ranges.gravity),
    maxBodies,
    maxColliders,
  });
  const { get } = bodies;

  const dynamic = (handle: BodyHandle): Body => bodies.getOfType(handle, 'dynamic');

  const checkedPoint = (point: Vector3 | undefined): Vector3 | undefined =>
    point && checkVector('point', point, ranges.coordinate);

  const onLayer = (layer: number | undefined): Body[] =>
    layer === undefined ? bodies.list() : bodies.list().filter(({ options }) => options.layer === layer);

  const getHandles = (matches: readonly Body[]): BodyHandle[] => matches.map(({ handle }) => handle);

  return {
    get size() {
      return bodies.findWorld()?.bodies.size ?? 0;
    },
    create: bodies.create,
    remove: bodies.remove,
    has: (body) => bodies.findWorld()?.bodies.has(body) ?? false,
    setOptions: bodies.change,
    getOptions: (body) => get(body).options,
    getPose: (body) => get(body).pose,
    getOwner: (body) => get(body).owner,
    setPose(handle, pose) {
      const body = get(handle);
      const { position, rotation } = checkPose(pose);
      body.rigidBody.setTranslation(position, true);
      body.rigidBody.setRotation(rotation, true);
      body.pose = getPose(body.rigidBody);
    },
    moveTo(handle, pose) {
      const body = bodies.getOfType(handle, 'kinematic');
      const { position, rotation } = checkPose(pose);
      body.rigidBody.setNextKinematicTranslation(position);
      body.rigidBody.setNextKinematicRotation(rotation);
      body.pose = getNextPose(body.rigidBody);
    },
    getVelocity(body) {
      const { rigidBody } = get(body);
      return { linear: scaleVector(rigidBody.linvel(), 1), angular: toDegrees(rigidBody.angvel()) };
    },
    setVelocity(handle, velocity) {
      const { linear, angular } = velocity;
      const body = dynamic(handle);
      const maxSpeeds = getMaxSpeeds(fixedStep);
      if (linear) checkNumber('speed', getLength(linear), maxSpeeds.linear);
      if (angular) checkNumber('angular speed', getLength(angular), maxSpeeds.angular);
      setVelocities(
        body,
        linear ?? body.rigidBody.linvel(),
        angular ? toRadians(angular) : body.rigidBody.angvel(),
      );
    },
    addForce(handle, force, mode = 'force', point) {
      const body = dynamic(handle);
      applyForce(body, checkVector('force', force, ranges.push), mode, checkedPoint(point));
      bodies.findWorld()?.pushed.add(body);
    },
    addImpulse(handle, impulse, point) {
      applyImpulse(
        dynamic(handle),
        checkVector('impulse', impulse, ranges.push),
        fixedStep,
        checkedPoint(point),
      );
    },
    addTorque(handle, torque, mode = 'force') {
      const body = dynamic(handle);
      applyTorque(body, checkVector('torque', torque, ranges.push), mode);
      bodies.findWorld()?.pushed.add(body);
    },
    addExplosionForce({ center, radius, force, upwards, layer }) {
      const explosion: Explosion = {
        center: checkVector('center', center, ranges.coordinate),
        radius: checkNumber('radius', radius, ranges.length),
        force: checkNumber('force', force, ranges.push),
        upwards: checkNumber('upwards', upwards, ranges.coordinate),
      };
      const reached = onLayer(layer)
        .filter(({ options }) => options.type === 'dynamic')
        .map((body) => ({ body, distance: getDistance(body, explosion.center) }))
        .filter(({ distance }) => distance < explosion.radius);
      for (const { body, distance } of reached) applyExplosion(body, explosion, distance, fixedStep);
      return reached.map(({ body }) => body.handle);
    },
    isSleeping: (body) => get(body).rigidBody.isSleeping(),
    setSleeping(handle, sleeping) {
      const { rigidBody } = dynamic(handle);
      if (sleeping) rigidBody.sleep();
      else rigidBody.wakeUp();
    },
    getGravity: bodies.getGravity,
    setGravity: (value) => bodies.setGravity(checkVector('gravity', value, ranges.gravity)),
    step(seconds = fixedStep) {
      const run = bodies.findWorld();
      return run ? stepWorld(run, seconds) : { moved: [], escaped: [], contacts: [] };
    },
    raycast({ origin, direction, maxDistance, layer, all = false }) {
      const from = checkVector('origin', origin, ranges.coordinate);
      const towards = normalizeDirection('direction', direction);
      const longest = checkNumber('maxDistance', maxDistance, ranges.length);
      const engine = bodies.findWorld()?.engine;
      const hits = engine ? castRay(engine, onLayer(layer), from, towards, longest) : [];
      return all ? hits : hits.slice(0, 1);
    },
    overlapSphere(center, radius, layer) {
      const middle = checkVector('center', center, ranges.coordinate);
      const checkedRadius = checkNumber('radius', radius, ranges.length);
      const engine = bodies.findWorld()?.engine;
      return engine ? getHandles(overlapSphere(engine, onLayer(layer), middle, checkedRadius)) : [];
    },
    overlapBox({ center, size, rotation = identityQuaternion, layer }) {
      const middle = checkVector('center', center, ranges.coordinate);
      const half = scaleVector(checkVector('size', size, ranges.length), 0.5);
      const orientation = normalizeRotation('rotation', rotation);
      const engine = bodies.findWorld()?.engine;
      return engine ? getHandles(overlapBox(engine, onLayer(layer), middle, half, orientation)) : [];
    },
    listTouching(body) {
      const run = bodies.findWorld();
      return run ? run.contacts.listTouching(run.world, body) : [];
    },
    state: () => ({ gravity: bodies.getGravity(), bodies: bodies.list().map(captureBodyState) }),
    snapshot: bodies.snapshot,
    restore: bodies.restore,
    dispose: bodies.dispose,
  };
};
