/** The objects in the physics world, and how their bodies follow them. */
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
  /** Lists them in the order in which they got their first body or collider. */
  list(): SimulatedObject[];
  /** Those that have a parent object. */
  readonly nested: ReadonlySet<SimulatedObject>;
  find(object: SceneObject): SimulatedObject | undefined;
  findByBody(body: BodyHandle): SimulatedObject | undefined;
  /** Moves the body of an object to the object, and updates it from the components. */
  syncBody(resident: SimulatedObject): void;
  syncAllBodies(): void;
  /** Moves an object to its body without recording a change of the object. */
  applyBodyPose(resident: SimulatedObject, pose: Pose): void;
}

interface BodyRegistryOptions {
  readonly scene: Scene;
  readonly physics: Physics;
  /** Called when an object with a body leaves the scene or loses its last physics component. */
  readonly onBodyRemoved: (object: SceneObject, body: BodyHandle) => void;
}

/** Relative tolerance for rounding of scales through parents. */
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

  /** Moves the body to its object, and updates it from the components. */
  const follow = (resident: SimulatedObject, isAltered: boolean): void => {
    const { object, body, pose: before } = resident;
    const { pose, scale } = getWorldPlacement(object.node);
    const isStretched = !isSameScale(resident.scale, scale);
    const traits =
      body === undefined || isAltered || isStretched
        ? getRequestedBodyOptions(object, scale, holderOf(object))
        : physics.getOptions(body);
    // a scale of zero has no volume, and the transforms of its children are undefined
    if (!traits || !isActive(object.node)) leave(resident);
    else if (scale.x * scale.y * scale.z === 0) throw new ApiError('ACTION_FAILED', 'Its scale is zero.');
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
      // It is outside the numeric range of the engine. It is added again when it is back in range.
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
