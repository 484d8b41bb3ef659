/** The objects that are in the world of bodies, and how their bodies follow them. */
import { Fault } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { collider } from '../components/collider.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { isActive, isNested, placementOf, putTo } from './placement.ts';
import { createResident } from './resident.ts';
import { traitsOf, typeOf } from './wanted-traits.ts';
import type { BodyHandle } from '../physics/body.ts';
import type { Physics } from '../physics/physics.ts';
import type { BodyTraits, BodyType } from '../physics/traits.ts';
import { isSamePose } from '../physics/vectors.ts';
import type { Pose } from '../physics/vectors.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Resident } from './resident.ts';

interface Residents {
  readonly size: number;
  /** The newest body; 0 before the first. */
  readonly newest: number;
  /** In the order in which they got their first body or collider. */
  list(): Resident[];
  /** Those that hang under other objects. */
  readonly nested: ReadonlySet<Resident>;
  of(object: SceneObject): Resident | undefined;
  withBody(body: BodyHandle): Resident | undefined;
  /** Brings the body of an object to where that is, and makes it like its components. */
  settle(resident: Resident): void;
  settleAll(): void;
  /** Puts an object to where its body is, which is no change of the object. */
  show(resident: Resident, pose: Pose): void;
}

interface ResidentsOptions {
  readonly scene: Scene;
  readonly physics: Physics;
  /** Is told of an object that leaves the scene, or has no component left, while it has a body. */
  readonly parting: (object: SceneObject, body: BodyHandle) => void;
}

/** A share of a scale that rounding on the way through parents may make of it. */
const sameScale = 1e-6;

const isPart = (component: string): boolean => component === rigidBody.name || component === collider.name;

const isSameScale = (a: Vector3 | undefined, b: Vector3): boolean =>
  a !== undefined &&
  Math.abs(a.x - b.x) <= sameScale * Math.abs(b.x) &&
  Math.abs(a.y - b.y) <= sameScale * Math.abs(b.y) &&
  Math.abs(a.z - b.z) <= sameScale * Math.abs(b.z);

export const createResidents = ({ scene, physics, parting }: ResidentsOptions): Residents => {
  const residents = new Map<SceneObject, Resident>();
  const byBody = new Map<BodyHandle, Resident>();
  const nested = new Set<Resident>();
  let newest = 0;

  const leave = (resident: Resident): void => {
    if (resident.body === undefined) return;
    physics.remove(resident.body);
    byBody.delete(resident.body);
    resident.body = undefined;
  };

  const enter = (resident: Resident, traits: BodyTraits, pose: Pose): void => {
    resident.body = physics.create({ owner: resident.object.id, pose, ...traits });
    byBody.set(resident.body, resident);
    newest = resident.body;
  };

  const place = (body: BodyHandle, pose: Pose): void => {
    if (physics.traits(body).type === 'kinematic') physics.moveTo(body, pose);
    else physics.setPose(body, pose);
  };

  const holderOf = (object: SceneObject): BodyType | undefined => {
    if (!isNested(object.node)) return undefined;
    for (let above = scene.parentOf(object); above; above = scene.parentOf(above)) {
      const type = typeOf(above);
      if (type) return type;
    }
    return undefined;
  };

  /** Brings the body to where its object is, and makes it like its components. */
  const follow = (resident: Resident, isAltered: boolean): void => {
    const { object, body, pose: before } = resident;
    const { pose, scale } = placementOf(object.node);
    const isStretched = !isSameScale(resident.scale, scale);
    const traits =
      body === undefined || isAltered || isStretched
        ? traitsOf(object, scale, holderOf(object))
        : physics.traits(body);
    // What is scaled to nothing has no inside, and nothing under it can be told where it is.
    if (!traits || !isActive(object.node)) leave(resident);
    else if (scale.x * scale.y * scale.z === 0) throw new Fault('ACTION_FAILED', 'It is scaled to nothing.');
    else if (body === undefined) enter(resident, traits, pose);
    else {
      if (isAltered || isStretched) physics.change(body, traits);
      if (!before || !isSamePose(before, pose)) place(body, pose);
    }
    resident.pose = pose;
    resident.scale = scale;
  };

  const settle = (resident: Resident): void => {
    const change = resident.look(holderOf(resident.object));
    if (change === 'nothing') return;
    resident.refusal = undefined;
    if (isNested(resident.object.node)) nested.add(resident);
    else nested.delete(resident);
    try {
      follow(resident, change === 'traits');
    } catch (failure) {
      if (!(failure instanceof Fault)) throw failure;
      // It is farther away, larger or smaller than there are numbers for: it comes back when it no longer is.
      resident.refusal = failure.reason;
      leave(resident);
    }
  };

  scene.onAttached((object, component) => {
    if (!isPart(component)) return;
    const known = residents.get(object);
    if (known) known.forget();
    else residents.set(object, createResident(object));
  });
  const drop = (object: SceneObject): void => {
    const resident = residents.get(object);
    if (!resident) return;
    if (resident.body !== undefined) parting(object, resident.body);
    leave(resident);
    nested.delete(resident);
    residents.delete(object);
  };
  scene.onDestroyed(drop);
  scene.onDetached((object, component) => {
    if (!isPart(component)) return;
    if ([...object.parts.keys()].some(isPart)) residents.get(object)?.forget();
    else drop(object);
  });

  return {
    get size() {
      return residents.size;
    },
    get newest() {
      return newest;
    },
    list: () => [...residents.values()],
    nested,
    of: (object) => residents.get(object),
    withBody: (body) => byBody.get(body),
    settle,
    settleAll() {
      for (const resident of residents.values()) settle(resident);
    },
    show(resident, pose) {
      putTo(resident.object, pose);
      resident.look(holderOf(resident.object));
      ({ pose: resident.pose } = placementOf(resident.object.node));
    },
  };
};
