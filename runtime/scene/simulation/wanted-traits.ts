/** What the components of an object make of its body. */
import { collider } from '../components/collider.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { defaultTraits } from '../physics/traits.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Kind } from '../components/kind.ts';
import type { Slots, ValuesOf } from '../components/slots.ts';
import type { BodyTraits, ColliderTraits } from '../physics/traits.ts';
import type { SceneObject } from '../scene-object.ts';

type Moving = Omit<BodyTraits, 'scale' | 'layer' | 'colliders'>;

const movingOf = (values: ValuesOf<typeof rigidBody.slots>): Moving => ({
  type: values.type,
  mass: values.mass,
  drag: values.drag,
  angularDrag: values.angularDrag,
  useGravity: values.useGravity,
  freezePosition: { x: values.freezePositionX, y: values.freezePositionY, z: values.freezePositionZ },
  freezeRotation: { x: values.freezeRotationX, y: values.freezeRotationY, z: values.freezeRotationZ },
});

const solidOf = (values: ValuesOf<typeof collider.slots>): ColliderTraits => {
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

/** The values of a component that takes part; undefined when the object has none, or it is disabled. */
const enabledValues = <S extends Slots>(
  { parts }: SceneObject,
  { name }: Kind<S>,
): ValuesOf<S> | undefined => {
  const part = parts.get(name);
  return part?.enabled ? (part.values as unknown as ValuesOf<S>) : undefined;
};

/** The traits of the body that an object has in the world; undefined when it has none. */
export const traitsOf = (object: SceneObject, scale: Vector3): BodyTraits | undefined => {
  const body = enabledValues(object, rigidBody);
  const solid = enabledValues(object, collider);
  if (!body && !solid) return undefined;
  return {
    ...defaultTraits,
    ...(body && movingOf(body)),
    ...{ scale, layer: object.layer, colliders: solid ? [solidOf(solid)] : [] },
  };
};
