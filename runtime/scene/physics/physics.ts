/** Bodies that fall, bounce and rest: what the scene knows of physics. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { createBodies } from './bodies.ts';
import { nextPoseOf, poseOf, setVelocities, stateOf } from './body.ts';
import { checkedDirection, checkedNumber, checkedRotation, checkedVector } from './checks.ts';
import { blastBody, fastest, pushBody, strikeBody, twistBody } from './forces.ts';
import { castRay, distanceTo, overlapBox, overlapSphere } from './queries.ts';
import { takeStep } from './steps.ts';
import { checkedPose } from './traits.ts';
import { inDegrees, inRadians, lengthOf, scaled, upright } from './vectors.ts';
import type { Body, BodyHandle } from './body.ts';
import type { BodySource } from './bodies.ts';
import type { Contact } from './contacts.ts';
import type { Explosion, PushMode } from './forces.ts';
import type { RayHit } from './queries.ts';
import type { PhysicsSnapshot } from './snapshot.ts';
import type { StepReport } from './steps.ts';
import type { BodyRequest, BodyTraits } from './traits.ts';
import type { Pose, Quaternion } from './vectors.ts';

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

interface BoxRequest {
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
  create(source: BodySource): BodyHandle;
  remove(body: BodyHandle): void;
  has(body: BodyHandle): boolean;
  traits(body: BodyHandle): BodyTraits;
  /** Colliders are replaced together. @throws Exceeded as `create` does. */
  change(body: BodyHandle, request: BodyRequest): void;
  /** In the engine's 32-bit numbers. */
  pose(body: BodyHandle): Pose;
  /** Puts a body somewhere at once. Its velocity stays. */
  setPose(body: BodyHandle, pose: Pose): void;
  /** Where a kinematic body is to get in the coming step, pushing what is in its way. Questions find it there at once. */
  moveTo(body: BodyHandle, pose: Pose): void;
  velocity(body: BodyHandle): Velocity;
  /** For a dynamic body: up to 400 m/s, and 45 degrees a step. Frozen axes stay at rest. */
  setVelocity(body: BodyHandle, velocity: Partial<Velocity>): void;
  /**
   * Pushes a dynamic body for the coming step only, at its centre of mass or at a point of the world.
   * @param force in newtons, or in metres per second squared with the mode `acceleration`
   */
  addForce(body: BodyHandle, force: Vector3, mode?: PushMode, point?: Vector3): void;
  /** Changes the velocity of a dynamic body at once. @param impulse in newton seconds */
  addImpulse(body: BodyHandle, impulse: Vector3, point?: Vector3): void;
  /** Turns a dynamic body for the coming step only. @param torque in newton metres, or degrees per second squared */
  addTorque(body: BodyHandle, torque: Vector3, mode?: PushMode): void;
  /** Throws dynamic bodies away from a point at once. @returns those within the radius, the oldest first. */
  addExplosionForce(explosion: Explosion & { readonly layer?: number | undefined }): BodyHandle[];
  isSleeping(body: BodyHandle): boolean;
  /** Lets a dynamic body sleep until something wakes it, or wakes it. */
  setSleeping(body: BodyHandle, sleeping: boolean): void;
  gravity(): Vector3;
  /** Wakes everything that falls. */
  setGravity(gravity: Vector3): void;
  /** Lets time pass, one fixed step unless told otherwise; a longer time in several steps. */
  step(seconds?: number): StepReport;
  /** Nearest first, one hit a body. True at once, whatever moved since the last step. */
  raycast(request: RayRequest): RayHit[];
  /** Bodies that share space with a sphere, the oldest first. True at once, as `raycast` is. */
  overlapSphere(center: Vector3, radius: number, layer?: number): BodyHandle[];
  overlapBox(request: BoxRequest): BodyHandle[];
  /** What touched in the last step, by the age of the bodies; of one body, when one is given. */
  touching(body?: BodyHandle): Contact[];
  owner(body: BodyHandle): string;
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
  readonly mostBodies?: number;
  readonly mostColliders?: number;
}

const earth: Vector3 = { x: 0, y: -9.81, z: 0 };

export const createPhysics = ({
  fixedStep,
  gravity = earth,
  mostBodies = 10_000,
  mostColliders = 20_000,
}: PhysicsOptions): Physics => {
  const bodies = createBodies({
    fixedStep,
    gravity: checkedVector('gravity', gravity, ranges.gravity),
    mostBodies,
    mostColliders,
  });
  const { get } = bodies;

  const dynamic = (handle: BodyHandle): Body => bodies.ofType(handle, 'dynamic');

  const checkedPoint = (point: Vector3 | undefined): Vector3 | undefined =>
    point && checkedVector('point', point, ranges.coordinate);

  const onLayer = (layer: number | undefined): Body[] =>
    layer === undefined ? bodies.list() : bodies.list().filter(({ traits }) => traits.layer === layer);

  const handles = (found: readonly Body[]): BodyHandle[] => found.map(({ handle }) => handle);

  return {
    get size() {
      return bodies.run()?.bodies.size ?? 0;
    },
    create: bodies.create,
    remove: bodies.remove,
    has: (body) => bodies.run()?.bodies.has(body) ?? false,
    change: bodies.change,
    traits: (body) => get(body).traits,
    pose: (body) => get(body).pose,
    owner: (body) => get(body).owner,
    setPose(handle, pose) {
      const body = get(handle);
      const { position, rotation } = checkedPose(pose);
      body.rigid.setTranslation(position, true);
      body.rigid.setRotation(rotation, true);
      body.pose = poseOf(body.rigid);
    },
    moveTo(handle, pose) {
      const body = bodies.ofType(handle, 'kinematic');
      const { position, rotation } = checkedPose(pose);
      body.rigid.setNextKinematicTranslation(position);
      body.rigid.setNextKinematicRotation(rotation);
      body.pose = nextPoseOf(body.rigid);
    },
    velocity(body) {
      const { rigid } = get(body);
      return { linear: scaled(rigid.linvel(), 1), angular: inDegrees(rigid.angvel()) };
    },
    setVelocity(handle, velocity) {
      const { linear, angular } = velocity;
      const body = dynamic(handle);
      const most = fastest(fixedStep);
      if (linear) checkedNumber('speed', lengthOf(linear), most.linear);
      if (angular) checkedNumber('angular speed', lengthOf(angular), most.angular);
      setVelocities(body, linear ?? body.rigid.linvel(), angular ? inRadians(angular) : body.rigid.angvel());
    },
    addForce(handle, force, mode = 'force', point) {
      const body = dynamic(handle);
      pushBody(body, checkedVector('force', force, ranges.push), mode, checkedPoint(point));
      bodies.run()?.pushed.add(body);
    },
    addImpulse(handle, impulse, point) {
      strikeBody(
        dynamic(handle),
        checkedVector('impulse', impulse, ranges.push),
        fixedStep,
        checkedPoint(point),
      );
    },
    addTorque(handle, torque, mode = 'force') {
      const body = dynamic(handle);
      twistBody(body, checkedVector('torque', torque, ranges.push), mode);
      bodies.run()?.pushed.add(body);
    },
    addExplosionForce({ center, radius, force, upwards, layer }) {
      const explosion: Explosion = {
        center: checkedVector('center', center, ranges.coordinate),
        radius: checkedNumber('radius', radius, ranges.length),
        force: checkedNumber('force', force, ranges.push),
        upwards: checkedNumber('upwards', upwards, ranges.coordinate),
      };
      const reached = onLayer(layer)
        .filter(({ traits }) => traits.type === 'dynamic')
        .map((body) => ({ body, distance: distanceTo(body, explosion.center) }))
        .filter(({ distance }) => distance < explosion.radius);
      for (const { body, distance } of reached) blastBody(body, explosion, distance, fixedStep);
      return reached.map(({ body }) => body.handle);
    },
    isSleeping: (body) => get(body).rigid.isSleeping(),
    setSleeping(handle, sleeping) {
      const { rigid } = dynamic(handle);
      if (sleeping) rigid.sleep();
      else rigid.wakeUp();
    },
    gravity: bodies.gravity,
    setGravity: (value) => bodies.setGravity(checkedVector('gravity', value, ranges.gravity)),
    step(seconds = fixedStep) {
      const run = bodies.run();
      return run ? takeStep(run, seconds) : { moved: [], escaped: [], contacts: [] };
    },
    raycast({ origin, direction, maxDistance, layer, all = false }) {
      const from = checkedVector('origin', origin, ranges.coordinate);
      const towards = checkedDirection('direction', direction);
      const longest = checkedNumber('maxDistance', maxDistance, ranges.length);
      const engine = bodies.run()?.engine;
      const hits = engine ? castRay(engine, onLayer(layer), from, towards, longest) : [];
      return all ? hits : hits.slice(0, 1);
    },
    overlapSphere(center, radius, layer) {
      const middle = checkedVector('center', center, ranges.coordinate);
      const reach = checkedNumber('radius', radius, ranges.length);
      const engine = bodies.run()?.engine;
      return engine ? handles(overlapSphere(engine, onLayer(layer), middle, reach)) : [];
    },
    overlapBox({ center, size, rotation = upright, layer }) {
      const middle = checkedVector('center', center, ranges.coordinate);
      const half = scaled(checkedVector('size', size, ranges.length), 0.5);
      const turn = checkedRotation('rotation', rotation);
      const engine = bodies.run()?.engine;
      return engine ? handles(overlapBox(engine, onLayer(layer), middle, half, turn)) : [];
    },
    touching(body) {
      const run = bodies.run();
      return run ? run.contacts.touching(run.world, body) : [];
    },
    state: () => ({ gravity: bodies.gravity(), bodies: bodies.list().map(stateOf) }),
    snapshot: bodies.snapshot,
    restore: bodies.restore,
    dispose: bodies.dispose,
  };
};
