/** Bodies that fall, bounce and rest: what the scene knows of physics. */
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
  /** Of any length but 0. */
  readonly direction: Vector3;
  readonly maxDistance: number;
  /** Only bodies on the layer with this index. */
  readonly layer?: number | undefined;
  /** Every body that the ray meets, rather than the nearest. */
  readonly all?: boolean | undefined;
}

interface OverlapBoxRequest {
  readonly center: Vector3;
  readonly size: Vector3;
  readonly rotation?: Quaternion | undefined;
  readonly layer?: number | undefined;
}

/**
 * A world of rigid bodies in metres, kilograms, seconds and degrees (choice: the description names physics actions, not
 * what they take). The engine comes with the first body. Every function that takes a body or a number is refused as a
 * whole, with Fault ACTION_FAILED, when the body is gone or the number out of `physicsRanges`.
 */
export interface Physics {
  /** How many bodies there are. */
  readonly size: number;
  /** @throws Exceeded when there are as many bodies or colliders as a world holds. */
  create(source: BodyInit): BodyHandle;
  remove(body: BodyHandle): void;
  has(body: BodyHandle): boolean;
  getOptions(body: BodyHandle): BodyOptions;
  /** Colliders are replaced together. @throws Exceeded as `create` does. */
  setOptions(body: BodyHandle, request: BodyRequest): void;
  /** In the engine's 32-bit numbers. */
  getPose(body: BodyHandle): Pose;
  /** Puts a body somewhere at once. Its velocity stays. */
  setPose(body: BodyHandle, pose: Pose): void;
  /** Where a kinematic body is to get in the coming step, pushing what is in its way. Questions find it there at once. */
  moveTo(body: BodyHandle, pose: Pose): void;
  getVelocity(body: BodyHandle): Velocity;
  /** For a dynamic body: up to 400 m/s, and 45 degrees a step. Frozen axes stay at rest. */
  setVelocity(body: BodyHandle, velocity: Partial<Velocity>): void;
  /**
   * Pushes a dynamic body for the coming step only, at its centre of mass or at a point of the world.
   * @param force in newtons, or in metres per second squared with the mode `acceleration`
   */
  addForce(body: BodyHandle, force: Vector3, mode?: ForceMode, point?: Vector3): void;
  /** Changes the velocity of a dynamic body at once. @param impulse in newton seconds */
  addImpulse(body: BodyHandle, impulse: Vector3, point?: Vector3): void;
  /** Turns a dynamic body for the coming step only. @param torque in newton metres, or degrees per second squared */
  addTorque(body: BodyHandle, torque: Vector3, mode?: ForceMode): void;
  /** Throws dynamic bodies away from a point at once. @returns those within the radius, the oldest first. */
  addExplosionForce(explosion: Explosion & { readonly layer?: number | undefined }): BodyHandle[];
  isSleeping(body: BodyHandle): boolean;
  /** Lets a dynamic body sleep until something wakes it, or wakes it. */
  setSleeping(body: BodyHandle, sleeping: boolean): void;
  getGravity(): Vector3;
  /** Wakes everything that falls. */
  setGravity(gravity: Vector3): void;
  /** Lets time pass, one fixed step unless told otherwise; a longer time in several steps. */
  step(seconds?: number): StepReport;
  /** Nearest first, one hit a body. True at once, whatever moved since the last step. */
  raycast(request: RayRequest): RayHit[];
  /** Bodies that share space with a sphere, the oldest first. True at once, as `raycast` is. */
  overlapSphere(center: Vector3, radius: number, layer?: number): BodyHandle[];
  overlapBox(request: OverlapBoxRequest): BodyHandle[];
  /** What touched in the last step, by the age of the bodies; of one body, when one is given. */
  listTouching(body?: BodyHandle): Contact[];
  getOwner(body: BodyHandle): string;
  /** Bodies as plain data. What the engine remembers of contacts is only in `snapshot`. */
  state(): unknown;
  /** All of it, as plain data. */
  snapshot(): PhysicsSnapshot;
  /** Goes on from a snapshot, to the bit. @throws Fault ACTION_FAILED, and nothing changes, when it is damaged. */
  restore(snapshot: PhysicsSnapshot): void;
  /** Removes all bodies, whose memory in the engine other worlds take then. */
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

  const handles = (found: readonly Body[]): BodyHandle[] => found.map(({ handle }) => handle);

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
      const most = getMaxSpeeds(fixedStep);
      if (linear) checkNumber('speed', getLength(linear), most.linear);
      if (angular) checkNumber('angular speed', getLength(angular), most.angular);
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
      const reach = checkNumber('radius', radius, ranges.length);
      const engine = bodies.findWorld()?.engine;
      return engine ? handles(overlapSphere(engine, onLayer(layer), middle, reach)) : [];
    },
    overlapBox({ center, size, rotation = identityQuaternion, layer }) {
      const middle = checkVector('center', center, ranges.coordinate);
      const half = scaleVector(checkVector('size', size, ranges.length), 0.5);
      const turn = normalizeRotation('rotation', rotation);
      const engine = bodies.findWorld()?.engine;
      return engine ? handles(overlapBox(engine, onLayer(layer), middle, half, turn)) : [];
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
