import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { ApiError } from '#spec/errors.ts';
import { colliderComponent } from '../scene/components/collider-component.ts';
import { findComponentOfType, type TypedComponent } from '../scene/components/component-properties.ts';
import { rigidBodyComponent } from '../scene/components/rigid-body-component.ts';
import { checkVector } from '../scene/physics/check-numbers.ts';
import { zeroVector } from '../scene/physics/vector-math.ts';
import type { Actions, NodeActions } from '#spec/actions/index.ts';
import type { Json, Vector3 } from '#spec/values.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';
import type { ComponentInstance } from '../scene/components/component-instance.ts';
import type { ComponentType } from '../scene/components/component-type.ts';
import type { InferValues, PropertySchema } from '../scene/components/property-schema.ts';
import type { BodyHandle } from '../scene/physics/rigid-body.ts';
import type { SceneObject } from '../scene/scene-object.ts';

type BodyValues = InferValues<typeof rigidBodyComponent.schema>;
type ColliderValues = InferValues<typeof colliderComponent.schema>;

const unitVector: Vector3 = { x: 1, y: 1, z: 1 };

/** Writes those component properties whose values are not `undefined`. */
const writeDefinedValues = (
  part: ComponentInstance,
  changes: Readonly<Record<string, Json | undefined>>,
): void => {
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) part.write(name, value);
};

/**
 * Requires that an object has a component.
 * @throws ApiError ACTION_FAILED with the call that adds the missing component
 */
const requireComponent = <S extends PropertySchema>(
  object: SceneObject,
  type: ComponentType<S>,
  description: string,
  remedy: string,
): TypedComponent<S> => {
  const part = findComponentOfType(object, type);
  if (part) return part;
  throw new ApiError(
    'ACTION_FAILED',
    `The object '${object.tag}' has no ${description}. Call ${remedy} to add one.`,
    { object: object.tag },
  );
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

const findLayerIndex = (
  layer: string | number | undefined,
  { scene }: RuntimeServices,
): number | undefined => (layer === undefined ? undefined : scene.layers.get(layer).index);

const listObjectTags = (bodies: readonly BodyHandle[], { physics }: RuntimeServices): string[] => {
  const services = physics.getSyncedPhysics();
  return bodies.flatMap((body) => physics.findObject(services.getOwner(body))?.tag ?? []);
};

export const physicsHandlers = {
  addForce: ({ object, force, mode, point }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    physicsWorld.addForce(body, force, mode, point);
    return { velocity: physicsWorld.getVelocity(body).linear };
  },
  addImpulse: ({ object, impulse, point }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    physicsWorld.addImpulse(body, impulse, point);
    return { velocity: physicsWorld.getVelocity(body).linear };
  },
  addTorque: ({ object, torque, mode }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    physicsWorld.addTorque(body, torque, mode);
    return { angularVelocity: physicsWorld.getVelocity(body).angular };
  },
  addExplosionForce: ({ layer, ...explosion }, services) => {
    const bodies = services.physics
      .getSyncedPhysics()
      .addExplosionForce({ ...explosion, layer: findLayerIndex(layer, services) });
    return { affected: listObjectTags(bodies, services) };
  },
  getVelocity: ({ object }, services) => {
    const [physicsWorld, body] = services.physics.getBody(services.scene.get(object));
    return physicsWorld.getVelocity(body);
  },
  setVelocity: ({ object, velocity }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    const { linear: previous } = physicsWorld.getVelocity(body);
    physicsWorld.setVelocity(body, { linear: velocity });
    return { previous };
  },
  setAngularVelocity: ({ object, velocity }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    const { angular: previous } = physicsWorld.getVelocity(body);
    physicsWorld.setVelocity(body, { angular: velocity });
    return { previous };
  },
  getGravity: (_, services) => ({ gravity: services.physics.getSyncedPhysics().getGravity() }),
  setGravity: ({ gravity }, services) => {
    const physicsWorld = services.physics.getSyncedPhysics();
    const previous = physicsWorld.getGravity();
    physicsWorld.setGravity(gravity);
    return { previous };
  },
  setBody: ({ object: tag, type, ...changes }, { scene }) => {
    const object = scene.get(tag);
    const part = findComponentOfType(object, rigidBodyComponent);
    const previous = part ? toBodyRecord(part.values) : null;
    if (type === 'none') object.removeComponent(rigidBodyComponent.name);
    else writeDefinedValues(part ?? object.addComponent(rigidBodyComponent), { type, ...changes });
    return { previous };
  },
  setCollider: (
    { object: tag, shape, size = unitVector, radius = 0.5, height = 2, ...changes },
    { scene },
  ) => {
    const object = scene.get(tag);
    const part = findComponentOfType(object, colliderComponent);
    const previous = part ? toColliderRecord(part.values) : null;
    if (shape === 'none') {
      object.removeComponent(colliderComponent.name);
      return { previous };
    }
    const { isTrigger } = changes;
    const center = checkVector('center', changes.center ?? zeroVector, ranges.offset);
    const edges = checkVector('size', size, ranges.length);
    writeDefinedValues(part ?? object.addComponent(colliderComponent), {
      shape,
      size: edges,
      radius,
      height,
      center,
      isTrigger,
    });
    return { previous };
  },
  setMaterial: ({ object, ...changes }, { scene }) => {
    const part = requireComponent(scene.get(object), colliderComponent, 'collider', 'physics.setCollider');
    const { friction, bounciness } = part.values;
    writeDefinedValues(part, changes);
    return { previous: { friction, bounciness } };
  },
  setConstraints: ({ object, freezePosition, freezeRotation }, { scene }) => {
    const part = requireComponent(scene.get(object), rigidBodyComponent, 'body', 'physics.setBody');
    const previous = getConstraints(part.values);
    writeDefinedValues(part, {
      freezePositionX: freezePosition?.x,
      freezePositionY: freezePosition?.y,
      freezePositionZ: freezePosition?.z,
      freezeRotationX: freezeRotation?.x,
      freezeRotationY: freezeRotation?.y,
      freezeRotationZ: freezeRotation?.z,
    });
    return { previous };
  },
  sleep: ({ object, sleeping }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    const previous = physicsWorld.isSleeping(body);
    physicsWorld.setSleeping(body, sleeping);
    return { previous };
  },
  raycast: ({ layer, ...request }, services) => {
    const hits = services.physics
      .getSyncedPhysics()
      .raycast({ ...request, layer: findLayerIndex(layer, services) });
    return {
      hits: hits.flatMap(({ owner, point, normal, distance }) => {
        const object = services.physics.findObject(owner)?.tag;
        return object === undefined ? [] : { object, point, normal, distance };
      }),
    };
  },
  overlapSphere: ({ center, radius, layer }, services) => {
    const bodies = services.physics
      .getSyncedPhysics()
      .overlapSphere(center, radius, findLayerIndex(layer, services));
    return { objects: listObjectTags(bodies, services) };
  },
} satisfies ActionHandlers<Actions['physics']>;

export const nodePhysicsHandlers = {
  setVelocities: ({ object, linear, angular }, services) => {
    const [physicsWorld, body] = services.physics.getDynamicBody(services.scene.get(object));
    const previous = physicsWorld.getVelocity(body);
    physicsWorld.setVelocity(body, { linear, ...(angular && { angular }) });
    return { previous };
  },
} satisfies ActionHandlers<NodeActions['physics']>;
