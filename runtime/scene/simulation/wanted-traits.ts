/** What the components of an object make of its body. */
import { collider } from '../components/collider.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { defaultTraits } from '../physics/traits.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Kind } from '../components/kind.ts';
import type { Slots, ValuesOf } from '../components/slots.ts';
import type { BodyTraits, BodyType, ColliderTraits } from '../physics/traits.ts';
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

/** How the body of an object moves by what its components say; undefined when it has none of its own. */
export const typeOf = (object: SceneObject): BodyType | undefined => enabledValues(object, rigidBody)?.type;

/**
 * The traits of the body that an object has in the world; undefined when it has none. A collider without a body of its own
 * goes with what it hangs under: driven where that moves, and a mere trigger where that is dynamic, which it would be in
 * the way of.
 * @param holder how the next object above that has a body moves
 */
export const traitsOf = (
  object: SceneObject,
  scale: Vector3,
  holder: BodyType | undefined,
): BodyTraits | undefined => {
  const body = enabledValues(object, rigidBody);
  const values = enabledValues(object, collider);
  if (!body && !values) return undefined;
  const held = body ? undefined : holder;
  const solid = values && { ...solidOf(values), ...(held === 'dynamic' && { isTrigger: true }) };
  return {
    ...defaultTraits,
    ...(held && held !== 'static' && { type: 'kinematic' }),
    ...(body && movingOf(body)),
    ...{ scale, layer: object.layer, colliders: solid ? [solid] : [] },
  };
};
