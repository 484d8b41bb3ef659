/** The scene in the world of bodies: objects with a RigidBody or a Collider, and what physics makes of them. */
import { Fault } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { collider } from '../components/collider.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { createPhysics } from '../physics/physics.ts';
import { zero } from '../physics/vectors.ts';
import { isActive, isNested, placementOf, putTo } from './placement.ts';
import { createResident } from './resident.ts';
import { traitsOf } from './wanted-traits.ts';
import type { BodyHandle } from '../physics/body.ts';
import type { Contact, ContactEvent } from '../physics/contacts.ts';
import type { Physics } from '../physics/physics.ts';
import type { StepReport } from '../physics/steps.ts';
import type { BodyTraits } from '../physics/traits.ts';
import type { Pose } from '../physics/vectors.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Resident } from './resident.ts';

/** What an object touches. */
interface Touch {
  /** Tag of the other object. */
  readonly other: string;
  /** Middle of where they touch, in the world; zero in a trigger, and of what no longer touches. */
  readonly point: Vector3;
  /** Newton seconds that the last step took to keep them apart. */
  readonly impulse: number;
}

/** What an object has begun or ceased to touch. */
type TouchChange = Touch & { readonly phase: 'begin' | 'end' };

/** Changes by the id of the object, for each of the two that touch. */
export type TouchChanges = Readonly<Record<string, readonly TouchChange[]>>;

export interface Simulation {
  /** How many objects have a body or a collider. */
  readonly size: number;
  /** The world of bodies as the scene is at the moment. Bodies belong to objects by their ids. */
  now(): Physics;
  /** The body of an object at the moment; undefined while it has none in the world. */
  find(object: SceneObject): BodyHandle | undefined;
  /** The body of an object, in the world as it is. @throws Fault ACTION_FAILED with the call that mends it when it has none. */
  bodyOf(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** The same of what is moved by forces. @throws Fault ACTION_FAILED as `bodyOf` does, and for a body of another type. */
  dynamicBodyOf(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** The object that a body belongs to, by the id that the world of bodies has of it. */
  objectOf(owner: string): SceneObject | undefined;
  /** What an object has touched in the last step, the oldest body first. */
  touching(object: SceneObject): Touch[];
  /** Lets simulated seconds pass: bodies follow their objects, then dynamic objects their bodies. */
  advance(deltaTime: number): void;
  /** All of it as plain data, to the last bit. */
  state(): unknown;
}

interface SimulationOptions {
  readonly scene: Scene;
  /** Seconds of a step at time scale 1. */
  readonly fixedStep: number;
  /** The most objects that the scene holds. */
  readonly mostObjects: number;
  /** Is told what has begun and ceased to touch in a step, the oldest bodies first. */
  readonly touched: (changes: TouchChanges) => void;
}

/** Seconds below which no time has passed, as far as the 32-bit numbers of the engine tell. */
const shortest = 1e-9;

/** A share of a scale that rounding on the way through parents may make of it. */
const sameScale = 1e-6;

const isPart = (component: string): boolean => component === rigidBody.name || component === collider.name;

const isSamePose = (a: Pose, b: Pose): boolean =>
  a.position.x === b.position.x &&
  a.position.y === b.position.y &&
  a.position.z === b.position.z &&
  a.rotation.x === b.rotation.x &&
  a.rotation.y === b.rotation.y &&
  a.rotation.z === b.rotation.z &&
  a.rotation.w === b.rotation.w;

const isSameScale = (a: Vector3 | undefined, b: Vector3): boolean =>
  a !== undefined &&
  Math.abs(a.x - b.x) <= sameScale * Math.abs(b.x) &&
  Math.abs(a.y - b.y) <= sameScale * Math.abs(b.y) &&
  Math.abs(a.z - b.z) <= sameScale * Math.abs(b.z);

const depthOf = ({ object }: Resident): number => {
  let depth = 0;
  for (let above = object.node.parent; above; above = above.parent) depth += 1;
  return depth;
};

/** Creates the world of bodies of a scene. The engine comes with the first body. */
export const createSimulation = ({
  scene,
  fixedStep,
  mostObjects,
  touched,
}: SimulationOptions): Simulation => {
  const physics = createPhysics({ fixedStep, mostBodies: mostObjects, mostColliders: mostObjects });
  const residents = new Map<SceneObject, Resident>();
  const byBody = new Map<BodyHandle, Resident>();
  /** Tags by id of objects that went since the last step, which may tell yet what they no longer touch. */
  const gone = new Map<string, string>();

  const leave = (resident: Resident): void => {
    if (resident.body === undefined) return;
    physics.remove(resident.body);
    byBody.delete(resident.body);
    resident.body = undefined;
  };

  const enter = (resident: Resident, traits: BodyTraits, pose: Pose): void => {
    resident.body = physics.create({ owner: resident.object.id, pose, ...traits });
    byBody.set(resident.body, resident);
  };

  const place = (body: BodyHandle, pose: Pose): void => {
    if (physics.traits(body).type === 'kinematic') physics.moveTo(body, pose);
    else physics.setPose(body, pose);
  };

  /** Brings the body to where its object is, and makes it like its components. */
  const follow = (resident: Resident, isAltered: boolean): void => {
    const { object, body, pose: before } = resident;
    const { pose, scale } = placementOf(object.node);
    const isStretched = !isSameScale(resident.scale, scale);
    const traits =
      body === undefined || isAltered || isStretched ? traitsOf(object, scale) : physics.traits(body);
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
    const change = resident.look();
    if (change === 'nothing') return;
    resident.refusal = undefined;
    try {
      follow(resident, change === 'traits');
    } catch (failure) {
      if (!(failure instanceof Fault)) throw failure;
      // It is farther away, larger or smaller than there are numbers for: it comes back when it no longer is.
      resident.refusal = failure.reason;
      leave(resident);
    }
  };

  const settleAll = (): void => {
    for (const resident of residents.values()) settle(resident);
  };

  /** Puts an object to where its body is, which is no change of the object. */
  const show = (resident: Resident, pose: Pose): void => {
    putTo(resident.object, pose);
    resident.look();
    ({ pose: resident.pose } = placementOf(resident.object.node));
  };

  const isDynamic = ({ body }: Resident): boolean =>
    body !== undefined && physics.traits(body).type === 'dynamic';

  /** Dynamic objects come to where their bodies are, and stay there whatever bodies have made of their parents. */
  const showAll = ({ moved }: StepReport): void => {
    for (const { body, pose } of moved) {
      const resident = byBody.get(body);
      if (resident && isDynamic(resident) && !isNested(resident.object.node)) show(resident, pose);
    }
    const found = new Set(moved.map(({ body }) => body));
    const nested = [...byBody.values()].filter(
      (resident) => isNested(resident.object.node) && isDynamic(resident),
    );
    for (const resident of nested.sort((a, b) => depthOf(a) - depthOf(b))) {
      const { body } = resident;
      if (body !== undefined && (found.has(body) || resident.hasMovedFrame()))
        show(resident, physics.pose(body));
    }
  };

  const tagOf = (id: string): string => scene.withId(id)?.tag ?? gone.get(id) ?? '';

  const touchOf = ({ point = zero, impulse }: Contact, other: string): Touch => ({
    ...{ other: tagOf(other), point, impulse },
  });

  const tell = ({ contacts }: StepReport): void => {
    if (contacts.length === 0) return;
    const changes: Record<string, TouchChange[]> = {};
    const note = (owner: string, contact: ContactEvent, other: string): void => {
      changes[owner] ??= [];
      changes[owner].push({ phase: contact.phase, ...touchOf(contact, other) });
    };
    for (const contact of contacts) {
      const [first, second] = contact.owners;
      note(first, contact, second);
      note(second, contact, first);
    }
    touched(changes);
  };

  const find = (object: SceneObject): BodyHandle | undefined => {
    const resident = residents.get(object);
    if (resident) settle(resident);
    return resident?.body;
  };

  const bodyOf: Simulation['bodyOf'] = (object) => {
    const body = find(object);
    if (body !== undefined && object.parts.get(rigidBody.name)?.enabled) return [physics, body];
    throw missing(object, residents.get(object)?.refusal);
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
    const { body } = resident;
    if (body !== undefined && physics.touching(body).length > 0) gone.set(object.id, object.tag);
    leave(resident);
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
    now() {
      settleAll();
      return physics;
    },
    find,
    bodyOf,
    dynamicBodyOf(object) {
      const [world, body] = bodyOf(object);
      const { type } = world.traits(body);
      if (type === 'dynamic') return [world, body];
      throw new Fault(
        'ACTION_FAILED',
        `The body of '${object.tag}' is ${type}, and this takes a dynamic one; physics.setBody makes it one.`,
        { object: object.tag, type, expected: 'dynamic' },
      );
    },
    objectOf: scene.withId,
    touching(object) {
      const body = residents.get(object)?.body;
      if (body === undefined) return [];
      return physics.touching(body).map((contact) => {
        const [first, second] = contact.owners;
        return touchOf(contact, first === object.id ? second : first);
      });
    },
    advance(deltaTime) {
      if (residents.size > 0) settleAll();
      if (physics.size === 0) gone.clear();
      if (physics.size === 0 || deltaTime < shortest) return;
      const report = physics.step(deltaTime);
      showAll(report);
      tell(report);
      gone.clear();
    },
    state: () => ({
      residents: [...residents.keys()].map(({ id }) => id),
      gone: [...gone],
      world: physics.snapshot(),
    }),
  };
};

/** Why an object has no body in the world, and what mends that. */
const missing = ({ tag, parts, node }: SceneObject, refusal: string | undefined): Fault => {
  const part = parts.get(rigidBody.name);
  const refuse = (message: string): Fault => new Fault('ACTION_FAILED', message, { object: tag });
  if (!part) return refuse(`The object '${tag}' has no body; physics.setBody gives it one.`);
  if (!part.enabled)
    return refuse(`The RigidBody of '${tag}' is disabled; components.setEnabled lets it take part.`);
  if (!isActive(node))
    return refuse(
      `The object '${tag}' is not active, or hangs under one that is not; scene.objects.setActive changes that.`,
    );
  return refuse(
    `The body of '${tag}' is out of what physics calculates with; transform.set brings it back. ${refusal}`,
  );
};
