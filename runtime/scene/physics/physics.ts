/** The rigid-body physics of a scene. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { createBodyStore } from './body-store.ts';
import { getNextPose, getPose, setVelocities, captureBodyState } from './rigid-body.ts';
import { normalizeDirection, checkNumber, normalizeRotation, checkVector } from './check-numbers.ts';
import { applyExplosion, getMaxSpeeds, applyForce, applyImpulse, applyTorque } from './apply-forces.ts';
import { castRay, getDistance, overlapBox, overlapSphere, type RayHit } from './spatial-queries.ts';
import { type StepReport, stepWorld } from './step-world.ts';
import { type BodyOptions, checkPose } from './body-options.ts';
import { toDegrees, toRadians, getLength, scaleVector, identityQuaternion } from './vector-math.ts';
import type { Body, BodyHandle } from './rigid-body.ts';
import type { Contact } from './contact-tracker.ts';
import type { Explosion, ForceMode } from './apply-forces.ts';
import type { Pose, Quaternion } from './vector-math.ts';

/** The linear velocity in metres per second, and the angular velocity in degrees per second about the world axes. */
export interface Velocity {
  readonly linear: Vector3;
  readonly angular: Vector3;
}

interface RayRequest {
  readonly origin: Vector3;
  /** The direction, as a vector of any length except 0. */
  readonly direction: Vector3;
  readonly maxDistance: number;
  /** The index of the only layer whose bodies can be hit; all layers when absent. */
  readonly layer?: number | undefined;
  /** Whether to return all hit bodies instead of only the nearest. */
  readonly all?: boolean | undefined;
}

interface OverlapBoxRequest {
  readonly center: Vector3;
  readonly size: Vector3;
  readonly rotation?: Quaternion | undefined;
  readonly layer?: number | undefined;
}

interface PhysicsOptions {
  /** The duration of a step in seconds. */
  readonly fixedStep: number;
  readonly gravity?: Vector3;
  readonly maxBodies?: number;
  readonly maxColliders?: number;
}

const earthGravity: Vector3 = { x: 0, y: -9.81, z: 0 };

/**
 * A world of rigid bodies in metres, kilograms, seconds and degrees. (Choice: the description names the physics
 * actions, but not their parameters.) The engine is loaded together with the first body. If a body was removed, or a
 * number is out of `physicsRanges`, every function throws ApiError ACTION_FAILED before anything changes.
 */
export const createPhysics = ({
  fixedStep,
  gravity = earthGravity,
  maxBodies = 10_000,
  maxColliders = 20_000,
}: PhysicsOptions) => {
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
    get size(): number {
      return bodies.findWorld()?.bodies.size ?? 0;
    },
    /**
     * Creates a body.
     * @throws LimitExceededError when the maximum number of bodies or colliders is reached
     */
    create: bodies.create,
    remove: bodies.remove,
    has: (body: BodyHandle): boolean => bodies.findWorld()?.bodies.has(body) ?? false,
    /**
     * Changes the options of a body. Colliders in the request replace all existing colliders.
     * @throws LimitExceededError when the maximum number of colliders is reached
     */
    setOptions: bodies.change,
    getOptions: (body: BodyHandle): BodyOptions => get(body).options,
    /** Returns the pose of a body in the engine's 32-bit numbers. */
    getPose: (body: BodyHandle): Pose => get(body).pose,
    getOwner: (body: BodyHandle): string => get(body).owner,
    /** Moves a body immediately and preserves its velocity. */
    setPose(handle: BodyHandle, pose: Pose) {
      const body = get(handle);
      const { position, rotation } = checkPose(pose);
      body.rigidBody.setTranslation(position, true);
      body.rigidBody.setRotation(rotation, true);
      body.pose = getPose(body.rigidBody);
    },
    /**
     * Sets the target of a kinematic body for the next step, in which the body pushes away other bodies. Queries use the
     * target immediately.
     */
    moveTo(handle: BodyHandle, pose: Pose) {
      const body = bodies.getOfType(handle, 'kinematic');
      const { position, rotation } = checkPose(pose);
      body.rigidBody.setNextKinematicTranslation(position);
      body.rigidBody.setNextKinematicRotation(rotation);
      body.pose = getNextPose(body.rigidBody);
    },
    getVelocity(body: BodyHandle): Velocity {
      const { rigidBody } = get(body);
      return { linear: scaleVector(rigidBody.linvel(), 1), angular: toDegrees(rigidBody.angvel()) };
    },
    /**
     * Sets the velocity of a dynamic body, limited to 400 m/s and 45 degrees per step. The body doesn't move along or
     * about its frozen axes.
     */
    setVelocity(handle: BodyHandle, velocity: Partial<Velocity>) {
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
    /**
     * Applies a force to a dynamic body during the next step only, at its centre of mass or at a world position.
     * @param force the force in newtons, or an acceleration in metres per second squared when the mode is `acceleration`
     */
    addForce(handle: BodyHandle, force: Vector3, mode: ForceMode = 'force', point?: Vector3) {
      const body = dynamic(handle);
      applyForce(body, checkVector('force', force, ranges.push), mode, checkedPoint(point));
      bodies.findWorld()?.pushed.add(body);
    },
    /**
     * Changes the velocity of a dynamic body immediately.
     * @param impulse the impulse in newton seconds
     */
    addImpulse(handle: BodyHandle, impulse: Vector3, point?: Vector3) {
      applyImpulse(
        dynamic(handle),
        checkVector('impulse', impulse, ranges.push),
        fixedStep,
        checkedPoint(point),
      );
    },
    /**
     * Applies a torque to a dynamic body during the next step only.
     * @param torque the torque in newton metres, or an acceleration in degrees per second squared when the mode is
     * `acceleration`
     */
    addTorque(handle: BodyHandle, torque: Vector3, mode: ForceMode = 'force') {
      const body = dynamic(handle);
      applyTorque(body, checkVector('torque', torque, ranges.push), mode);
      bodies.findWorld()?.pushed.add(body);
    },
    /**
     * Immediately pushes dynamic bodies away from a point.
     * @returns the bodies within the radius, oldest first
     */
    addExplosionForce({
      center,
      radius,
      force,
      upwards,
      layer,
    }: Explosion & { readonly layer?: number | undefined }): BodyHandle[] {
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
    isSleeping: (body: BodyHandle): boolean => get(body).rigidBody.isSleeping(),
    /** Returns whether all bodies that can move are asleep. */
    isAtRest(): boolean {
      for (const { rigidBody } of bodies.findWorld()?.nonStatic ?? [])
        if (!rigidBody.isSleeping()) return false;
      return true;
    },
    /** Puts a dynamic body to sleep until something wakes it, or wakes a sleeping body. */
    setSleeping(handle: BodyHandle, sleeping: boolean) {
      const { rigidBody } = dynamic(handle);
      if (sleeping) rigidBody.sleep();
      else rigidBody.wakeUp();
    },
    getGravity: bodies.getGravity,
    /** Sets the gravity, and wakes all bodies that are affected by gravity. */
    setGravity: (value: Vector3): void => bodies.setGravity(checkVector('gravity', value, ranges.gravity)),
    /**
     * Advances time, by one fixed step by default. A longer time is split into several steps.
     * @param seconds the simulated time in seconds
     */
    step(seconds: number = fixedStep): StepReport {
      const run = bodies.findWorld();
      return run ? stepWorld(run, seconds) : { moved: [], escaped: [], contacts: [] };
    },
    /**
     * Casts a ray. The hits are ordered by distance, at most one per body, and reflect all changes since the last step.
     */
    raycast({ origin, direction, maxDistance, layer, all = false }: RayRequest): RayHit[] {
      const from = checkVector('origin', origin, ranges.coordinate);
      const towards = normalizeDirection('direction', direction);
      const longest = checkNumber('maxDistance', maxDistance, ranges.length);
      const engine = bodies.findWorld()?.engine;
      const hits = engine ? castRay(engine, onLayer(layer), from, towards, longest) : [];
      return all ? hits : hits.slice(0, 1);
    },
    /** Lists the bodies that overlap a sphere, oldest first. The result reflects all changes since the last step. */
    overlapSphere(center: Vector3, radius: number, layer?: number): BodyHandle[] {
      const middle = checkVector('center', center, ranges.coordinate);
      const checkedRadius = checkNumber('radius', radius, ranges.length);
      const engine = bodies.findWorld()?.engine;
      return engine ? getHandles(overlapSphere(engine, onLayer(layer), middle, checkedRadius)) : [];
    },
    overlapBox({ center, size, rotation = identityQuaternion, layer }: OverlapBoxRequest): BodyHandle[] {
      const middle = checkVector('center', center, ranges.coordinate);
      const half = scaleVector(checkVector('size', size, ranges.length), 0.5);
      const orientation = normalizeRotation('rotation', rotation);
      const engine = bodies.findWorld()?.engine;
      return engine ? getHandles(overlapBox(engine, onLayer(layer), middle, half, orientation)) : [];
    },
    /** Lists the contacts of all bodies, or of one body, as of the last step. Contacts of older bodies come first. */
    listTouching(body?: BodyHandle): Contact[] {
      const run = bodies.findWorld();
      return run ? run.contacts.listTouching(run.world, body) : [];
    },
    /** Returns the bodies as plain data. Unlike `snapshot`, this does not include the engine's contact cache. */
    state: (): unknown => ({ gravity: bodies.getGravity(), bodies: bodies.list().map(captureBodyState) }),
    /** Captures the complete state as plain data. */
    snapshot: bodies.snapshot,
    /**
     * Restores a snapshot bit-identically.
     * @throws ApiError ACTION_FAILED when the snapshot is damaged; in this case nothing changes
     */
    restore: bodies.restore,
    /** Removes all bodies and frees their memory in the engine. */
    dispose: bodies.dispose,
  };
};

export type Physics = ReturnType<typeof createPhysics>;
