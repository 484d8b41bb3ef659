/** The scene in the world of bodies: objects with a RigidBody or a Collider, and what physics makes of them. */
import { ApiError } from '#spec/errors.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { createPhysics } from '../physics/physics.ts';
import { createNoBodyError } from './no-body-error.ts';
import { isNested } from './world-placement.ts';
import { createBodyRegistry } from './body-registry.ts';
import { createObjectContacts } from './object-contacts.ts';
import type { BodyHandle } from '../physics/rigid-body.ts';
import type { Physics } from '../physics/physics.ts';
import type { StepReport } from '../physics/step-world.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { SimulatedObject } from './simulated-object.ts';
import type { ObjectContact, ObjectContactChanges } from './object-contacts.ts';

export interface PhysicsSimulation {
  /** How many objects have a body or a collider. */
  readonly size: number;
  /** The world of bodies as the scene is at the moment. Bodies belong to objects by their ids. */
  getSyncedPhysics(): Physics;
  /** The body of an object, in the world as it is. @throws Fault ACTION_FAILED with the call that mends it when it has none. */
  getBody(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** The same of what is moved by forces. @throws Fault ACTION_FAILED as `bodyOf` does, and for a body of another type. */
  getDynamicBody(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** The object that a body belongs to, by the id that the world of bodies has of it. */
  findObject(owner: string): SceneObject | undefined;
  /** What an object has touched in the last step, the oldest body first. */
  listTouching(object: SceneObject): ObjectContact[];
  /** Lets simulated seconds pass: bodies follow their objects, then dynamic objects their bodies. */
  advance(deltaTime: number): void;
  /** All of it as plain data, to the last bit. */
  state(): unknown;
}

interface PhysicsSimulationOptions {
  readonly scene: Scene;
  /** Seconds of a step at time scale 1. */
  readonly fixedStep: number;
  /** The most objects that the scene holds. */
  readonly maxObjects: number;
  /** Is told what has begun and ceased to touch in a step, the oldest bodies first. */
  readonly onContactsChanged: (changes: ObjectContactChanges) => void;
}

/** Seconds below which no time has passed, as far as the 32-bit numbers of the engine tell. */
const minStepSeconds = 1e-9;

const getDepth = ({ object }: SimulatedObject): number => {
  let depth = 0;
  for (let above = object.node.parent; above; above = above.parent) depth += 1;
  return depth;
};

/** Creates the world of bodies of a scene. The engine comes with the first body. */
export const createPhysicsSimulation = ({
  scene,
  fixedStep,
  maxObjects,
  onContactsChanged,
}: PhysicsSimulationOptions): PhysicsSimulation => {
  const physics = createPhysics({ fixedStep, maxBodies: maxObjects, maxColliders: maxObjects });
  const touches = createObjectContacts(scene);
  /** The newest body that was there in the last step; handles count up. */
  let newest = 0;
  const residents = createBodyRegistry({
    ...{ scene, physics },
    // what has come since the last step has touched nothing yet
    onBodyRemoved: (object, body) => {
      if (body <= newest) touches.objectLeaving(object);
    },
  });

  const isDynamic = ({ body }: SimulatedObject): boolean =>
    body !== undefined && physics.getOptions(body).type === 'dynamic';

  /** Dynamic objects come to where their bodies are, and stay there whatever bodies have made of their parents. */
  const showAll = ({ moved }: StepReport): void => {
    for (const { body, pose } of moved) {
      const resident = residents.findByBody(body);
      if (resident && isDynamic(resident) && !isNested(resident.object.node))
        residents.applyBodyPose(resident, pose);
    }
    if (residents.nested.size === 0) return;
    const found = new Set(moved.map(({ body }) => body));
    const nested = [...residents.nested].filter(isDynamic);
    for (const resident of nested.sort((a, b) => getDepth(a) - getDepth(b))) {
      const { body } = resident;
      if (body !== undefined && (found.has(body) || resident.hasParentMoved()))
        residents.applyBodyPose(resident, physics.getPose(body));
    }
  };

  const bodyOf: PhysicsSimulation['getBody'] = (object) => {
    const resident = residents.find(object);
    if (resident) residents.syncBody(resident);
    const body = resident?.body;
    if (body !== undefined && object.components.get(rigidBodyComponent.name)?.enabled) return [physics, body];
    throw createNoBodyError(object, resident?.exclusionReason);
  };

  return {
    get size() {
      return residents.size;
    },
    getSyncedPhysics() {
      residents.syncAllBodies();
      return physics;
    },
    getBody: bodyOf,
    getDynamicBody(object) {
      const [world, body] = bodyOf(object);
      const { type } = world.getOptions(body);
      if (type === 'dynamic') return [world, body];
      throw new ApiError(
        'ACTION_FAILED',
        `The body of '${object.tag}' is ${type}, and this takes a dynamic one; physics.setBody makes it one.`,
        { object: object.tag, type, expected: 'dynamic' },
      );
    },
    findObject: scene.findById,
    listTouching(object) {
      const body = residents.find(object)?.body;
      return body === undefined ? [] : touches.listContacts(object, physics.listTouching(body));
    },
    advance(deltaTime) {
      if (residents.size > 0) residents.syncAllBodies();
      if (physics.size === 0 || deltaTime < minStepSeconds) return;
      ({ newestBody: newest } = residents);
      const report = physics.step(deltaTime);
      showAll(report);
      if (report.contacts.length > 0) onContactsChanged(touches.toContactChanges(report.contacts));
      touches.clearLeft();
    },
    state: () => ({
      residents: residents.list().map(({ object }) => object.id),
      touches: touches.state(),
      world: physics.snapshot(),
    }),
  };
};
