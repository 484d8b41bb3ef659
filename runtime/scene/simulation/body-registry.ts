/** The objects that are in the physics world, and how their bodies follow them. */
import { ApiError } from '#spec/errors.ts';
import { colliderComponent } from '../components/collider-component.ts';
import { findComponentOfType } from '../components/component-properties.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { defaultBodyOptions } from '../physics/body-options.ts';
import { isSamePose, type Pose } from '../physics/vector-math.ts';
import { SimulatedObject } from './simulated-object.ts';
import { getWorldPlacement, isActive, isNested, setWorldPose } from './world-placement.ts';
import type { Vector3 } from '#spec/values.ts';
import type { ComponentType } from '../components/component-type.ts';
import type { InferValues, PropertySchema } from '../components/property-schema.ts';
import type { Physics } from '../physics/physics.ts';
import type { BodyHandle } from '../physics/rigid-body.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { BodyOptions, BodyType, ColliderOptions } from '../physics/body-options.ts';

interface BodyRegistryOptions {
  readonly scene: Scene;
  readonly physics: Physics;
  /** Called when an object with a body leaves the scene, or loses its last physics component. */
  readonly onBodyRemoved: (object: SceneObject, body: BodyHandle) => void;
}

/** The relative tolerance for rounding errors in scales that are inherited from parents. */
const scaleTolerance = 1e-6;

const isPhysicsComponent = (component: string): boolean =>
  component === rigidBodyComponent.name || component === colliderComponent.name;

const isSameScale = (a: Vector3 | undefined, b: Vector3): boolean =>
  a !== undefined &&
  Math.abs(a.x - b.x) <= scaleTolerance * Math.abs(b.x) &&
  Math.abs(a.y - b.y) <= scaleTolerance * Math.abs(b.y) &&
  Math.abs(a.z - b.z) <= scaleTolerance * Math.abs(b.z);

export const createBodyRegistry = ({ scene, physics, onBodyRemoved }: BodyRegistryOptions) => {
  const simulatedObjects = new Map<SceneObject, SimulatedObject>();
  const byBody = new Map<BodyHandle, SimulatedObject>();
  const nested = new Set<SimulatedObject>();
  let newest = 0;

  const removeBody = (simulated: SimulatedObject): void => {
    if (simulated.body === undefined) return;
    physics.remove(simulated.body);
    byBody.delete(simulated.body);
    simulated.body = undefined;
  };

  const createBody = (simulated: SimulatedObject, options: BodyOptions, pose: Pose): void => {
    simulated.body = physics.create({ owner: simulated.object.id, pose, ...options });
    byBody.set(simulated.body, simulated);
    newest = simulated.body;
  };

  const setBodyPose = (body: BodyHandle, pose: Pose): void => {
    if (physics.getOptions(body).type === 'kinematic') physics.moveTo(body, pose);
    else physics.setPose(body, pose);
  };

  const findAncestorBodyType = (object: SceneObject): BodyType | undefined => {
    if (!isNested(object.node)) return undefined;
    for (let above = scene.getParent(object); above; above = scene.getParent(above)) {
      const type = findBodyType(above);
      if (type) return type;
    }
    return undefined;
  };

  /** Moves an object's body to the object, and updates the body from the object's components. */
  const updateBody = (simulated: SimulatedObject, haveOptionsChanged: boolean): void => {
    const { object, body, pose: before } = simulated;
    const { pose, scale } = getWorldPlacement(object.node);
    const hasScaleChanged = !isSameScale(simulated.scale, scale);
    const options =
      body === undefined || haveOptionsChanged || hasScaleChanged
        ? getRequestedBodyOptions(object, scale, findAncestorBodyType(object))
        : physics.getOptions(body);
    // An object with a scale of zero has no volume, and the transforms of its children are undefined.
    if (!options || !isActive(object.node)) removeBody(simulated);
    else if (scale.x * scale.y * scale.z === 0) throw new ApiError('ACTION_FAILED', 'Its scale is zero.');
    else if (body === undefined) createBody(simulated, options, pose);
    else {
      if (haveOptionsChanged || hasScaleChanged) physics.setOptions(body, options);
      if (!before || !isSamePose(before, pose)) setBodyPose(body, pose);
    }
    simulated.pose = pose;
    simulated.scale = scale;
  };

  const syncBody = (simulated: SimulatedObject): void => {
    const change = simulated.detectChange(findAncestorBodyType(simulated.object));
    if (change === 'none') return;
    simulated.exclusionReason = undefined;
    if (isNested(simulated.object.node)) nested.add(simulated);
    else nested.delete(simulated);
    try {
      updateBody(simulated, change === 'options');
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // The object is outside of the engine's numeric range. Its body is created again when the object is back in
      // range.
      simulated.exclusionReason = failure.reason;
      removeBody(simulated);
    }
  };

  scene.onComponentAdded((object, component) => {
    if (!isPhysicsComponent(component)) return;
    const existing = simulatedObjects.get(object);
    if (existing) existing.clearSnapshot();
    else simulatedObjects.set(object, new SimulatedObject(object));
  });
  const removeObject = (object: SceneObject): void => {
    const simulated = simulatedObjects.get(object);
    if (!simulated) return;
    if (simulated.body !== undefined) onBodyRemoved(object, simulated.body);
    removeBody(simulated);
    nested.delete(simulated);
    simulatedObjects.delete(object);
  };
  scene.onDestroyed(removeObject);
  scene.onComponentRemoved((object, component) => {
    if (!isPhysicsComponent(component)) return;
    if ([...object.components.keys()].some(isPhysicsComponent)) simulatedObjects.get(object)?.clearSnapshot();
    else removeObject(object);
  });

  return {
    get size(): number {
      return simulatedObjects.size;
    },
    /** The handle of the newest body; 0 before the first body. */
    get newestBody(): number {
      return newest;
    },
    /** Lists the simulated objects, ordered by when they received their first body or collider. */
    list: (): SimulatedObject[] => [...simulatedObjects.values()],
    get nested(): ReadonlySet<SimulatedObject> {
      return nested;
    },
    find: (object: SceneObject): SimulatedObject | undefined => simulatedObjects.get(object),
    findByBody: (body: BodyHandle): SimulatedObject | undefined => byBody.get(body),
    /** Moves an object's body to the object, and updates the body from the object's components. */
    syncBody,
    syncAllBodies() {
      for (const simulated of simulatedObjects.values()) syncBody(simulated);
    },
    /** Moves an object to its body without counting this as a change of the object. */
    applyBodyPose(simulated: SimulatedObject, pose: Pose) {
      setWorldPose(simulated.object, pose);
      simulated.detectChange(findAncestorBodyType(simulated.object));
      ({ pose: simulated.pose } = getWorldPlacement(simulated.object.node));
    },
  };
};

type MotionOptions = Omit<BodyOptions, 'scale' | 'layer' | 'colliders'>;

const toMotionOptions = (values: InferValues<typeof rigidBodyComponent.schema>): MotionOptions => ({
  type: values.type,
  mass: values.mass,
  drag: values.drag,
  angularDrag: values.angularDrag,
  useGravity: values.useGravity,
  freezePosition: { x: values.freezePositionX, y: values.freezePositionY, z: values.freezePositionZ },
  freezeRotation: { x: values.freezeRotationX, y: values.freezeRotationY, z: values.freezeRotationZ },
});

const toColliderOptions = (values: InferValues<typeof colliderComponent.schema>): ColliderOptions => {
  const { shape, size, radius, height, center, isTrigger, friction, bounciness } = values;
  const surface = { center, isTrigger, friction, bounciness };
  switch (shape) {
    case 'box':
      return { shape, size, ...surface };
    case 'sphere':
      return { shape, radius, ...surface };
    case 'capsule':
      return { shape, radius, height, ...surface };
  }
};

/** Returns the values of a component; `undefined` when the component is missing or disabled. */
const findEnabledValues = <S extends PropertySchema>(
  object: SceneObject,
  type: ComponentType<S>,
): InferValues<S> | undefined => {
  const part = findComponentOfType(object, type);
  return part?.enabled ? part.values : undefined;
};

/**
 * Returns the type of an object's body according to its components; `undefined` when the object has no body of its own.
 */
const findBodyType = (object: SceneObject): BodyType | undefined =>
  findEnabledValues(object, rigidBodyComponent)?.type;

/**
 * Returns the options of an object's body; `undefined` when the object has no body. A collider without a body of its
 * own follows the body of an ancestor: as a kinematic body when the ancestor moves, or as a trigger when the ancestor
 * is dynamic, since it would otherwise collide with the ancestor.
 * @param ancestorType the body type of the nearest ancestor that has a body
 */
const getRequestedBodyOptions = (
  object: SceneObject,
  scale: Vector3,
  ancestorType: BodyType | undefined,
): BodyOptions | undefined => {
  const body = findEnabledValues(object, rigidBodyComponent);
  const values = findEnabledValues(object, colliderComponent);
  if (!body && !values) return undefined;
  const followedType = body ? undefined : ancestorType;
  const colliderOptions = values && {
    ...toColliderOptions(values),
    ...(followedType === 'dynamic' && { isTrigger: true }),
  };
  return {
    ...defaultBodyOptions,
    ...(followedType && followedType !== 'static' && { type: 'kinematic' }),
    ...(body && toMotionOptions(body)),
    ...{ scale, layer: object.layer, colliders: colliderOptions ? [colliderOptions] : [] },
  };
};
