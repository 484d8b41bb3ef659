/** The physics of a scene: objects with a RigidBody or a Collider, and their bodies. */
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
  /** The number of objects with a body or a collider. */
  readonly size: number;
  /** Returns the physics world, synchronized with the scene. Bodies refer to objects by id. */
  getSyncedPhysics(): Physics;
  /**
   * Returns the body of an object in the synchronized world. @throws ApiError ACTION_FAILED with the fix when it has
   * none
   */
  getBody(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /**
   * Returns the body of a dynamic object. @throws ApiError ACTION_FAILED as `getBody` does, and for a body of another
   * type
   */
  getDynamicBody(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** Finds the object of a body by the id that the physics world has for it. */
  findObject(owner: string): SceneObject | undefined;
  /** Lists the contacts of an object in the last step, those with the oldest bodies first. */
  listTouching(object: SceneObject): ObjectContact[];
  /** Advances by simulated seconds: bodies follow their objects, then dynamic objects follow their bodies. */
  advance(deltaTime: number): void;
  /** Returns the exact state as plain data. */
  state(): unknown;
}

interface PhysicsSimulationOptions {
  readonly scene: Scene;
  /** Seconds of a step at time scale 1. */
  readonly fixedStep: number;
  /** The maximum number of objects in the scene. */
  readonly maxObjects: number;
  /** Called with the contacts that began and ended in a step, those of the oldest bodies first. */
  readonly onContactsChanged: (changes: ObjectContactChanges) => void;
}

/** Shorter steps count as no time, because the engine uses 32-bit numbers. */
const minStepSeconds = 1e-9;

const getDepth = ({ object }: SimulatedObject): number => {
  let depth = 0;
  for (let above = object.node.parent; above; above = above.parent) depth += 1;
  return depth;
};

/** Creates the physics of a scene. The engine is loaded with the first body. */
export const createPhysicsSimulation = ({
  scene,
  fixedStep,
  maxObjects,
  onContactsChanged,
}: PhysicsSimulationOptions): PhysicsSimulation => {
  const physics = createPhysics({ fixedStep, maxBodies: maxObjects, maxColliders: maxObjects });
  const objectContacts = createObjectContacts(scene);
  /** The newest body in the last step; handles only increase. */
  let newest = 0;
  const registry = createBodyRegistry({
    ...{ scene, physics },
    // bodies that are newer than the last step have no contacts yet
    onBodyRemoved: (object, body) => {
      if (body <= newest) objectContacts.recordRemoved(object);
    },
  });

  const isDynamic = ({ body }: SimulatedObject): boolean =>
    body !== undefined && physics.getOptions(body).type === 'dynamic';

  /** Moves dynamic objects to their bodies, whatever the movement of their parents. */
  const applyMovedBodies = ({ moved }: StepReport): void => {
    for (const { body, pose } of moved) {
      const simulated = registry.findByBody(body);
      if (simulated && isDynamic(simulated) && !isNested(simulated.object.node))
        registry.applyBodyPose(simulated, pose);
    }
    if (registry.nested.size === 0) return;
    const movedBodies = new Set(moved.map(({ body }) => body));
    const nested = [...registry.nested].filter(isDynamic);
    for (const simulated of nested.sort((a, b) => getDepth(a) - getDepth(b))) {
      const { body } = simulated;
      if (body !== undefined && (movedBodies.has(body) || simulated.hasParentMoved()))
        registry.applyBodyPose(simulated, physics.getPose(body));
    }
  };

  const getBody: PhysicsSimulation['getBody'] = (object) => {
    const simulated = registry.find(object);
    if (simulated) registry.syncBody(simulated);
    const body = simulated?.body;
    if (body !== undefined && object.components.get(rigidBodyComponent.name)?.enabled) return [physics, body];
    throw createNoBodyError(object, simulated?.exclusionReason);
  };

  return {
    get size() {
      return registry.size;
    },
    getSyncedPhysics() {
      registry.syncAllBodies();
      return physics;
    },
    getBody,
    getDynamicBody(object) {
      const [world, body] = getBody(object);
      const { type } = world.getOptions(body);
      if (type === 'dynamic') return [world, body];
      throw new ApiError(
        'ACTION_FAILED',
        `The body of '${object.tag}' is ${type}, but this needs a dynamic one. Use physics.setBody to change it.`,
        { object: object.tag, type, expected: 'dynamic' },
      );
    },
    findObject: scene.findById,
    listTouching(object) {
      const body = registry.find(object)?.body;
      return body === undefined ? [] : objectContacts.listContacts(object, physics.listTouching(body));
    },
    advance(deltaTime) {
      if (registry.size > 0) registry.syncAllBodies();
      if (physics.size === 0 || deltaTime < minStepSeconds) return;
      ({ newestBody: newest } = registry);
      const report = physics.step(deltaTime);
      applyMovedBodies(report);
      if (report.contacts.length > 0) onContactsChanged(objectContacts.toContactChanges(report.contacts));
      objectContacts.clearRemoved();
    },
    state: () => ({
      registry: registry.list().map(({ object }) => object.id),
      touches: objectContacts.state(),
      world: physics.snapshot(),
    }),
  };
};
