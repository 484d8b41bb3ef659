/** The objects that are in the world of bodies, and how their bodies follow them. */
import { ApiError } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { colliderComponent } from '../components/collider-component.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { isActive, isNested, getWorldPlacement, setWorldPose } from './world-placement.ts';
import { createSimulatedObject } from './simulated-object.ts';
import { getRequestedBodyOptions, findBodyType } from './requested-body-options.ts';
import type { BodyHandle } from '../physics/rigid-body.ts';
import type { Physics } from '../physics/physics.ts';
import type { BodyOptions, BodyType } from '../physics/body-options.ts';
import { isSamePose } from '../physics/vector-math.ts';
import type { Pose } from '../physics/vector-math.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { SimulatedObject } from './simulated-object.ts';

interface BodyRegistry {
  readonly size: number;
  /** The newest body; 0 before the first. */
  readonly newestBody: number;
  /** In the order in which they got their first body or collider. */
  list(): SimulatedObject[];
  /** Those that hang under other objects. */
  readonly nested: ReadonlySet<SimulatedObject>;
  find(object: SceneObject): SimulatedObject | undefined;
  findByBody(body: BodyHandle): SimulatedObject | undefined;
  /** Brings the body of an object to where that is, and makes it like its components. */
  syncBody(resident: SimulatedObject): void;
  syncAllBodies(): void;
  /** Puts an object to where its body is, which is no change of the object. */
  applyBodyPose(resident: SimulatedObject, pose: Pose): void;
}

interface BodyRegistryOptions {
  readonly scene: Scene;
  readonly physics: Physics;
  /** Is told of an object that leaves the scene, or has no component left, while it has a body. */
  readonly onBodyRemoved: (object: SceneObject, body: BodyHandle) => void;
}

/** A share of a scale that rounding on the way through parents may make of it. */
const scaleTolerance = 1e-6;

const isPhysicsComponent = (component: string): boolean =>
  component === rigidBodyComponent.name || component === colliderComponent.name;

const isSameScale = (a: Vector3 | undefined, b: Vector3): boolean =>
  a !== undefined &&
  Math.abs(a.x - b.x) <= scaleTolerance * Math.abs(b.x) &&
  Math.abs(a.y - b.y) <= scaleTolerance * Math.abs(b.y) &&
  Math.abs(a.z - b.z) <= scaleTolerance * Math.abs(b.z);

export const createBodyRegistry = ({ scene, physics, onBodyRemoved }: BodyRegistryOptions): BodyRegistry => {
  const residents = new Map<SceneObject, SimulatedObject>();
  const byBody = new Map<BodyHandle, SimulatedObject>();
  const nested = new Set<SimulatedObject>();
  let newest = 0;

  const leave = (resident: SimulatedObject): void => {
    if (resident.body === undefined) return;
    physics.remove(resident.body);
    byBody.delete(resident.body);
    resident.body = undefined;
  };

  const enter = (resident: SimulatedObject, traits: BodyOptions, pose: Pose): void => {
    resident.body = physics.create({ owner: resident.object.id, pose, ...traits });
    byBody.set(resident.body, resident);
    newest = resident.body;
  };

  const place = (body: BodyHandle, pose: Pose): void => {
    if (physics.getOptions(body).type === 'kinematic') physics.moveTo(body, pose);
    else physics.setPose(body, pose);
  };

  const holderOf = (object: SceneObject): BodyType | undefined => {
    if (!isNested(object.node)) return undefined;
    for (let above = scene.getParent(object); above; above = scene.getParent(above)) {
      const type = findBodyType(above);
      if (type) return type;
    }
    return undefined;
  };

  /** Brings the body to where its object is, and makes it like its components. */
  const follow = (resident: SimulatedObject, isAltered: boolean): void => {
    const { object, body, pose: before } = resident;
    const { pose, scale } = getWorldPlacement(object.node);
    const isStretched = !isSameScale(resident.scale, scale);
    const traits =
      body === undefined || isAltered || isStretched
        ? getRequestedBodyOptions(object, scale, holderOf(object))
        : physics.getOptions(body);
    // What is scaled to nothing has no inside, and nothing under it can be told where it is.
    if (!traits || !isActive(object.node)) leave(resident);
    else if (scale.x * scale.y * scale.z === 0)
      throw new ApiError('ACTION_FAILED', 'It is scaled to nothing.');
    else if (body === undefined) enter(resident, traits, pose);
    else {
      if (isAltered || isStretched) physics.setOptions(body, traits);
      if (!before || !isSamePose(before, pose)) place(body, pose);
    }
    resident.pose = pose;
    resident.scale = scale;
  };

  const settle = (resident: SimulatedObject): void => {
    const change = resident.detectChange(holderOf(resident.object));
    if (change === 'nothing') return;
    resident.exclusionReason = undefined;
    if (isNested(resident.object.node)) nested.add(resident);
    else nested.delete(resident);
    try {
      follow(resident, change === 'traits');
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // It is farther away, larger or smaller than there are numbers for: it comes back when it no longer is.
      resident.exclusionReason = failure.reason;
      leave(resident);
    }
  };

  scene.onComponentAdded((object, component) => {
    if (!isPhysicsComponent(component)) return;
    const known = residents.get(object);
    if (known) known.clearSnapshot();
    else residents.set(object, createSimulatedObject(object));
  });
  const drop = (object: SceneObject): void => {
    const resident = residents.get(object);
    if (!resident) return;
    if (resident.body !== undefined) onBodyRemoved(object, resident.body);
    leave(resident);
    nested.delete(resident);
    residents.delete(object);
  };
  scene.onDestroyed(drop);
  scene.onComponentRemoved((object, component) => {
    if (!isPhysicsComponent(component)) return;
    if ([...object.components.keys()].some(isPhysicsComponent)) residents.get(object)?.clearSnapshot();
    else drop(object);
  });

  return {
    get size() {
      return residents.size;
    },
    get newestBody() {
      return newest;
    },
    list: () => [...residents.values()],
    nested,
    find: (object) => residents.get(object),
    findByBody: (body) => byBody.get(body),
    syncBody: settle,
    syncAllBodies() {
      for (const resident of residents.values()) settle(resident);
    },
    applyBodyPose(resident, pose) {
      setWorldPose(resident.object, pose);
      resident.detectChange(holderOf(resident.object));
      ({ pose: resident.pose } = getWorldPlacement(resident.object.node));
    },
  };
};
