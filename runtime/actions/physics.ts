import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { Fault } from '#spec/errors.ts';
import type { Actions, NodeActions } from '#spec/actions/index.ts';
import type { Json, Vector3 } from '#spec/values.ts';
import { collider } from '../scene/components/collider.ts';
import { rigidBody } from '../scene/components/rigid-body.ts';
import { checkedVector } from '../scene/physics/checks.ts';
import { zero } from '../scene/physics/vectors.ts';
import type { Part } from '../scene/components/part.ts';
import type { ValuesOf } from '../scene/components/slots.ts';
import type { BodyHandle } from '../scene/physics/body.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { ActionHandlers } from './action-handler.ts';

type BodyValues = ValuesOf<typeof rigidBody.slots>;
type ColliderValues = ValuesOf<typeof collider.slots>;

const unitVector: Vector3 = { x: 1, y: 1, z: 1 };

const getBodyValues = ({ values }: Part) => values as unknown as BodyValues;
const getColliderValues = ({ values }: Part) => values as unknown as ColliderValues;

/** Writes what is given of the properties of a component. */
const writeDefinedValues = (part: Part, given: Readonly<Record<string, Json | undefined>>): void => {
  for (const [name, value] of Object.entries(given)) if (value !== undefined) part.write(name, value);
};

/** @throws Fault ACTION_FAILED with the call that mends it */
const requireComponent = (object: SceneObject, name: string, word: string, remedy: string): Part => {
  const part = object.parts.get(name);
  if (part) return part;
  throw new Fault('ACTION_FAILED', `The object '${object.tag}' has no ${word}; ${remedy} gives it one.`, {
    object: object.tag,
  });
};

const toBodyRecord = ({ type, mass, drag, angularDrag, useGravity }: BodyValues) => ({
  ...{ type, mass, drag, angularDrag, useGravity },
});

const toColliderRecord = ({ shape, size, radius, height, center, isTrigger }: ColliderValues) => ({
  shape,
  ...(shape === 'box' && { size }),
  ...(shape !== 'box' && { radius }),
  ...(shape === 'capsule' && { height }),
  ...{ center, isTrigger },
});

const getConstraints = (values: BodyValues) => ({
  freezePosition: { x: values.freezePositionX, y: values.freezePositionY, z: values.freezePositionZ },
  freezeRotation: { x: values.freezeRotationX, y: values.freezeRotationY, z: values.freezeRotationZ },
});

/** The index of a layer that is asked for by name or index. */
const findLayerIndex = (
  layer: string | number | undefined,
  { scene }: RuntimeServices,
): number | undefined => (layer === undefined ? undefined : scene.layers.find(layer).index);

const listObjectTags = (found: readonly BodyHandle[], { physics }: RuntimeServices): string[] => {
  const world = physics.now();
  return found.flatMap((body) => physics.objectOf(world.owner(body))?.tag ?? []);
};

export const physicsHandlers = {
  addForce: ({ object, force, mode, point }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    bodies.addForce(body, force, mode, point);
    return { velocity: bodies.velocity(body).linear };
  },
  addImpulse: ({ object, impulse, point }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    bodies.addImpulse(body, impulse, point);
    return { velocity: bodies.velocity(body).linear };
  },
  addTorque: ({ object, torque, mode }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    bodies.addTorque(body, torque, mode);
    return { angularVelocity: bodies.velocity(body).angular };
  },
  addExplosionForce: ({ layer, ...explosion }, world) => {
    const thrown = world.physics
      .now()
      .addExplosionForce({ ...explosion, layer: findLayerIndex(layer, world) });
    return { affected: listObjectTags(thrown, world) };
  },
  getVelocity: ({ object }, world) => {
    const [bodies, body] = world.physics.bodyOf(world.scene.get(object));
    return bodies.velocity(body);
  },
  setVelocity: ({ object, velocity }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    const { linear: previous } = bodies.velocity(body);
    bodies.setVelocity(body, { linear: velocity });
    return { previous };
  },
  setAngularVelocity: ({ object, velocity }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    const { angular: previous } = bodies.velocity(body);
    bodies.setVelocity(body, { angular: velocity });
    return { previous };
  },
  getGravity: (_, world) => ({ gravity: world.physics.now().gravity() }),
  setGravity: ({ gravity }, world) => {
    const bodies = world.physics.now();
    const previous = bodies.gravity();
    bodies.setGravity(gravity);
    return { previous };
  },
  setBody: ({ object: tag, type, ...given }, { scene }) => {
    const object = scene.get(tag);
    const part = object.parts.get(rigidBody.name);
    const previous = part ? toBodyRecord(getBodyValues(part)) : null;
    if (type === 'none') object.detach(rigidBody.name);
    else writeDefinedValues(part ?? object.attach(rigidBody), { type, ...given });
    return { previous };
  },
  setCollider: ({ object: tag, shape, size = unitVector, radius = 0.5, height = 2, ...given }, { scene }) => {
    const object = scene.get(tag);
    const part = object.parts.get(collider.name);
    const previous = part ? toColliderRecord(getColliderValues(part)) : null;
    if (shape === 'none') {
      object.detach(collider.name);
      return { previous };
    }
    const { isTrigger } = given;
    const center = checkedVector('center', given.center ?? zero, ranges.offset);
    const edges = checkedVector('size', size, ranges.length);
    writeDefinedValues(part ?? object.attach(collider), {
      shape,
      size: edges,
      radius,
      height,
      center,
      isTrigger,
    });
    return { previous };
  },
  setMaterial: ({ object, ...given }, { scene }) => {
    const part = requireComponent(scene.get(object), collider.name, 'collider', 'physics.setCollider');
    const { friction, bounciness } = getColliderValues(part);
    writeDefinedValues(part, given);
    return { previous: { friction, bounciness } };
  },
  setConstraints: ({ object, freezePosition: fixed, freezeRotation: level }, { scene }) => {
    const part = requireComponent(scene.get(object), rigidBody.name, 'body', 'physics.setBody');
    const previous = getConstraints(getBodyValues(part));
    writeDefinedValues(part, {
      freezePositionX: fixed?.x,
      freezePositionY: fixed?.y,
      freezePositionZ: fixed?.z,
    });
    writeDefinedValues(part, {
      freezeRotationX: level?.x,
      freezeRotationY: level?.y,
      freezeRotationZ: level?.z,
    });
    return { previous };
  },
  sleep: ({ object, sleeping }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    const previous = bodies.isSleeping(body);
    bodies.setSleeping(body, sleeping);
    return { previous };
  },
  raycast: ({ layer, ...request }, world) => {
    const hits = world.physics.now().raycast({ ...request, layer: findLayerIndex(layer, world) });
    return {
      hits: hits.flatMap(({ owner, point, normal, distance }) => {
        const object = world.physics.objectOf(owner)?.tag;
        return object === undefined ? [] : { object, point, normal, distance };
      }),
    };
  },
  overlapSphere: ({ center, radius, layer }, world) => {
    const found = world.physics.now().overlapSphere(center, radius, findLayerIndex(layer, world));
    return { objects: listObjectTags(found, world) };
  },
} satisfies ActionHandlers<Actions['physics']>;

export const nodePhysicsHandlers = {
  setVelocities: ({ object, linear, angular }, world) => {
    const [bodies, body] = world.physics.dynamicBodyOf(world.scene.get(object));
    const previous = bodies.velocity(body);
    bodies.setVelocity(body, { linear, ...(angular && { angular }) });
    return { previous };
  },
} satisfies ActionHandlers<NodeActions['physics']>;
