import { getInterpolation } from './interpolate-values.ts';
import type { InterpolableType } from './interpolate-values.ts';
import type { Property, ValueOfType } from '../property.ts';
import type { SceneObject } from '../scene-object.ts';

/** What a tween moves, and which way. */
export interface Interpolator {
  /** Writes the value at this share of the way, once eased; the first call reads where the way begins. */
  applyAt(share: number): void;
  /** Writes the value at one of the ends, exactly. */
  applyEnd(end: 'start' | 'goal'): void;
  /** Gives up in between, for what does not stay where it is then. */
  abort?(): void;
  /** All that the values to come follow from, as plain data. */
  state(): unknown;
}

/** A value that is read when it is first needed. */
export const lazyValue = <T>(read: () => T) => {
  let found: { readonly value: T } | undefined;
  return {
    read(): T {
      found ??= { value: read() };
      return found.value;
    },
    state: () => found?.value,
  };
};

/** Straight from the value that a property has to another one. */
export const createPropertyInterpolator = <T extends InterpolableType>(
  object: SceneObject,
  property: Property<SceneObject, T>,
  to: ValueOfType<T>,
): Interpolator => {
  const mix = getInterpolation(property.type);
  const origin = lazyValue(() => property.read(object));
  return {
    applyAt: (share) => property.write(object, mix(origin.read(), to, share)),
    applyEnd: (end) => property.write(object, end === 'start' ? origin.read() : to),
    state: () => ({ from: origin.state(), to }),
  };
};
