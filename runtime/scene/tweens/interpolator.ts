import { getInterpolation } from './interpolate-values.ts';
import type { InterpolableType } from './interpolate-values.ts';
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
