/** Derives an object's body from the object's components. */
import { colliderComponent } from '../components/collider-component.ts';
import { rigidBodyComponent } from '../components/rigid-body-component.ts';
import { defaultBodyOptions } from '../physics/body-options.ts';
import type { Vector3 } from '#spec/values.ts';
import type { ComponentType } from '../components/component-type.ts';
import type { PropertySchema, InferValues } from '../components/property-schema.ts';
import type { BodyOptions, BodyType, ColliderOptions } from '../physics/body-options.ts';
import type { SceneObject } from '../scene-object.ts';

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
  { components }: SceneObject,
  { name }: ComponentType<S>,
): InferValues<S> | undefined => {
  const part = components.get(name);
  return part?.enabled ? (part.values as unknown as InferValues<S>) : undefined;
};

/**
 * Returns the type of an object's body according to its components; `undefined` when the object has no body of its own.
 */
export const findBodyType = (object: SceneObject): BodyType | undefined =>
  findEnabledValues(object, rigidBodyComponent)?.type;

/**
 * Returns the options of an object's body; `undefined` when the object has no body. A collider without a body of its
 * own follows the body of an ancestor: as a kinematic body when the ancestor moves, or as a trigger when the ancestor
 * is dynamic, since it would otherwise collide with the ancestor.
 * @param ancestorType the body type of the nearest ancestor that has a body
 */
export const getRequestedBodyOptions = (
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
