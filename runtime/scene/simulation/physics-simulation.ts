/** The physics of a scene: the objects that have a RigidBody or a Collider, and their bodies. */
import { ApiError } from '#spec/errors.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { createPhysics, type Physics } from '../physics/physics.ts';
import { zeroVector } from '../physics/vector-math.ts';
import { createBodyRegistry } from './body-registry.ts';
import { isActive, isNested } from './world-placement.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Contact, ContactEvent } from '../physics/contact-tracker.ts';
import type { BodyHandle } from '../physics/rigid-body.ts';
import type { StepReport } from '../physics/step-world.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { SimulatedObject } from './simulated-object.ts';

interface PhysicsSimulationOptions {
  readonly scene: Scene;
  /** The duration of a step in seconds at time scale 1. */
  readonly fixedStep: number;
  /** The maximum number of objects in the scene. */
  readonly maxObjects: number;
  /** Called with the contacts that began or ended in a step. Contacts of older bodies come first. */
  readonly onContactsChanged: (changes: ObjectContactChanges) => void;
}

/** Steps shorter than this do not advance time, because the engine uses 32-bit numbers. */
const minStepSeconds = 1e-9;

const getDepth = ({ object }: SimulatedObject): number => {
  let depth = 0;
  for (let above = object.node.parent; above; above = above.parent) depth += 1;
  return depth;
};

/** Creates the physics of a scene. The engine is loaded together with the first body. */
export const createPhysicsSimulation = ({
  scene,
  fixedStep,
  maxObjects,
  onContactsChanged,
}: PhysicsSimulationOptions) => {
  const physics = createPhysics({ fixedStep, maxBodies: maxObjects, maxColliders: maxObjects });
  const objectContacts = createObjectContacts(scene);
  /** The newest body in the last step. Bodies with a greater handle are newer, since handles only increase. */
  let newest = 0;
  const registry = createBodyRegistry({
    ...{ scene, physics },
    // Bodies created after the last step have no contacts yet.
    onBodyRemoved: (object, body) => {
      if (body <= newest) objectContacts.recordRemoved(object);
    },
  });

  const isDynamic = ({ body }: SimulatedObject): boolean =>
    body !== undefined && physics.getOptions(body).type === 'dynamic';

  /** Moves dynamic objects to their bodies, regardless of how their parents have moved. */
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

  const getBody = (object: SceneObject): readonly [physics: Physics, body: BodyHandle] => {
    const simulated = registry.find(object);
    if (simulated) registry.syncBody(simulated);
    const body = simulated?.body;
    if (body !== undefined && object.components.get(rigidBodyComponent.name)?.enabled) return [physics, body];
    throw createNoBodyError(object, simulated?.exclusionReason);
  };

  return {
    /** The number of objects with a body or a collider. */
    get size(): number {
      return registry.size;
    },
    /** Returns the physics world after synchronizing it with the scene. Bodies refer to objects by id. */
    getSyncedPhysics(): Physics {
      registry.syncAllBodies();
      return physics;
    },
    /**
     * Returns an object's body in the synchronized world.
     * @throws ApiError ACTION_FAILED when the object has no body; the error says how to fix this
     */
    getBody,
    /**
     * Returns the body of a dynamic object.
     * @throws ApiError ACTION_FAILED when the object has no body, or its body has another type
     */
    getDynamicBody(object: SceneObject): readonly [physics: Physics, body: BodyHandle] {
      const [world, body] = getBody(object);
      const { type } = world.getOptions(body);
      if (type === 'dynamic') return [world, body];
      throw new ApiError(
        'ACTION_FAILED',
        `The body of '${object.tag}' is ${type}, but this needs a dynamic one. Use physics.setBody to change it.`,
        { object: object.tag, type, expected: 'dynamic' },
      );
    },
    /**
     * Returns the object to which a body belongs.
     * @param owner the object id that the physics world stores for the body
     */
    findObject: scene.findById,
    /** Lists an object's contacts in the last step. Contacts with older bodies come first. */
    listTouching(object: SceneObject): ObjectContact[] {
      const body = registry.find(object)?.body;
      return body === undefined ? [] : objectContacts.listContacts(object, physics.listTouching(body));
    },
    /**
     * Advances the physics: bodies follow their objects, then dynamic objects follow their bodies.
     * @param deltaTime the simulated time in seconds
     */
    advance(deltaTime: number) {
      if (registry.size > 0) registry.syncAllBodies();
      if (physics.size === 0 || deltaTime < minStepSeconds) return;
      ({ newestBody: newest } = registry);
      const report = physics.step(deltaTime);
      applyMovedBodies(report);
      if (report.contacts.length > 0) onContactsChanged(objectContacts.toContactChanges(report.contacts));
      objectContacts.clearRemoved();
    },
    /** Returns whether no body is moving. */
    isAtRest: (): boolean => physics.isAtRest(),
    /** Returns the exact state as plain data. */
    state: (): unknown => ({
      registry: registry.list().map(({ object }) => object.id),
      touches: objectContacts.state(),
      world: physics.snapshot(),
    }),
  };
};

export type PhysicsSimulation = ReturnType<typeof createPhysicsSimulation>;

/**
 * Creates an error that explains why an object has no body, and how to fix the problem.
 * @param exclusionReason why the physics world excludes the object although the object is active
 */
const createNoBodyError = (
  { tag, components, node }: SceneObject,
  exclusionReason: string | undefined,
): ApiError => {
  const part = components.get(rigidBodyComponent.name);
  const createError = (message: string): ApiError => new ApiError('ACTION_FAILED', message, { object: tag });
  if (!part) return createError(`The object '${tag}' has no body. Use physics.setBody to add one.`);
  if (!part.enabled)
    return createError(`The RigidBody of '${tag}' is disabled. Use components.setEnabled to enable it.`);
  if (!isActive(node))
    return createError(
      `The object '${tag}' or one of its parents is not active. Use scene.objects.setActive to activate it.`,
    );
  return createError(
    `The body of '${tag}' is outside the range of the physics engine. Use transform.set to bring it back. ${exclusionReason}`,
  );
};

interface ObjectContact {
  /** The tag of the other object. */
  readonly other: string;
  /** The centre of the contact in the world; zero for a trigger and for an ended contact. */
  readonly point: Vector3;
  /** The impulse that separated the objects in the last step, in newton seconds. */
  readonly impulse: number;
}

type ObjectContactChange = ObjectContact & { readonly phase: 'begin' | 'end' };

/** Contact changes keyed by object id. Each change is listed for both objects of the contact. */
export type ObjectContactChanges = Readonly<Record<string, readonly ObjectContactChange[]>>;

const createObjectContacts = ({ findById }: Pick<Scene, 'findById'>) => {
  const removedTags = new Map<string, string>();

  const toObjectContact = ({ point = zeroVector, impulse }: Contact, otherId: string): ObjectContact => ({
    ...{ other: findById(otherId)?.tag ?? removedTags.get(otherId) ?? '', point, impulse },
  });

  return {
    /** Must be called before an object is removed, since the end of its contacts may still be reported later. */
    recordRemoved: ({ id, tag }: SceneObject): void => void removedTags.set(id, tag),
    listContacts: ({ id }: SceneObject, contacts: readonly Contact[]): ObjectContact[] =>
      contacts.map((contact) => {
        const [first, second] = contact.owners;
        return toObjectContact(contact, first === id ? second : first);
      }),
    toContactChanges(contacts: readonly ContactEvent[]): ObjectContactChanges {
      const changes: Record<string, ObjectContactChange[]> = {};
      const addChange = (owner: string, contact: ContactEvent, otherId: string): void => {
        changes[owner] ??= [];
        changes[owner].push({ phase: contact.phase, ...toObjectContact(contact, otherId) });
      };
      for (const contact of contacts) {
        const [first, second] = contact.owners;
        addChange(first, contact, second);
        addChange(second, contact, first);
      }
      return changes;
    },
    /**
     * Forgets the removed objects. Called after each step, because the ends of their contacts have been reported by then.
     */
    clearRemoved: (): void => removedTags.clear(),
    /** Returns the tags of objects that were removed since the last step, keyed by object id. */
    state: (): unknown => [...removedTags],
  };
};
