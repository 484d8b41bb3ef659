import { Quaternion } from 'three';
import { degreesToEuler, setQuaternion, setRotation } from '../object-transform.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Property, ValueOfType } from '../property.ts';
import type { SceneObject } from '../scene-object.ts';

/** Applies a tween's progress to its target. */
export interface Interpolator {
  /** Writes the value at an eased fraction. The first call also reads the start value. */
  applyAt(fraction: number): void;
  /** Writes the exact start value or goal value. */
  applyEnd(end: 'start' | 'goal'): void;
  /** Aborts the tween. Only needed for targets that must not stay at an intermediate value. */
  abort?(): void;
  /** Returns all state that determines future values, as plain data. */
  state(): unknown;
}

/** Creates a value that is read on first use. */
export const lazyValue = <T>(read: () => T) => {
  let cached: { readonly value: T } | undefined;
  return {
    read(): T {
      cached ??= { value: read() };
      return cached.value;
    },
    state: () => cached?.value,
  };
};

/** Types whose values can be interpolated. */
type InterpolableType = 'Float' | 'Integer' | 'Vector3' | 'Color';

type InterpolateValue<T extends InterpolableType> = (
  from: ValueOfType<T>,
  to: ValueOfType<T>,
  fraction: number,
) => ValueOfType<T>;

const interpolateNumber: InterpolateValue<'Float'> = (from, to, fraction) => from + (to - from) * fraction;

/**
 * Functions that interpolate a value at a fraction, keyed by type. With easings that overshoot, the fraction may be
 * below 0 or above 1.
 */
const interpolations: { readonly [T in InterpolableType]: InterpolateValue<T> } = {
  Float: interpolateNumber,
  Integer: (from, to, fraction) => Math.round(interpolateNumber(from, to, fraction)),
  Vector3: (from, to, fraction) => ({
    x: interpolateNumber(from.x, to.x, fraction),
    y: interpolateNumber(from.y, to.y, fraction),
    z: interpolateNumber(from.z, to.z, fraction),
  }),
  Color: (from, to, fraction) => ({
    r: interpolateNumber(from.r, to.r, fraction),
    g: interpolateNumber(from.g, to.g, fraction),
    b: interpolateNumber(from.b, to.b, fraction),
    a: interpolateNumber(from.a, to.a, fraction),
  }),
};

export const getInterpolation = <T extends InterpolableType>(type: T): InterpolateValue<T> =>
  interpolations[type];

/** Whether values of the property's type can be interpolated. */
export const isInterpolable = <Target>(
  property: Property<Target>,
): property is Property<Target, InterpolableType> => property.type in interpolations;

/** Creates an interpolator from the current value of a property to another value. */
export const createPropertyInterpolator = <T extends InterpolableType>(
  object: SceneObject,
  property: Property<SceneObject, T>,
  to: ValueOfType<T>,
): Interpolator => {
  const mix = getInterpolation(property.type);
  const origin = lazyValue(() => property.read(object));
  return {
    applyAt: (fraction) => property.write(object, mix(origin.read(), to, fraction)),
    applyEnd: (end) => property.write(object, end === 'start' ? origin.read() : to),
    state: () => ({ from: origin.state(), to }),
  };
};

/**
 * Creates an interpolator from an object's current rotation to another rotation, along the shortest arc about one axis.
 * @param degrees the Euler angles of the goal in degrees, relative to the parent
 */
export const createRotationInterpolator = (object: SceneObject, degrees: Vector3): Interpolator => {
  const goal = new Quaternion().setFromEuler(degreesToEuler(degrees));
  const origin = lazyValue(() => object.node.quaternion.clone());
  return {
    applyAt: (fraction) => setQuaternion(object, origin.read().clone().slerp(goal, fraction), 'local'),
    applyEnd(end) {
      if (end === 'start') setQuaternion(object, origin.read(), 'local');
      else setRotation(object, degrees, 'local');
    },
    state: () => ({ from: origin.state()?.toArray(), to: degrees }),
  };
};
