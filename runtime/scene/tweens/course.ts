import { mixOf } from './mix.ts';
import type { Mixed } from './mix.ts';
import type { Property, ValueOfType } from '../property.ts';
import type { SceneObject } from '../scene-object.ts';

/** What a tween moves, and which way. */
export interface Course {
  /** Writes the value at this share of the way, once eased; the first call reads where the way begins. */
  place(share: number): void;
  /** Writes the value at one of the ends, exactly. */
  settle(end: 'start' | 'goal'): void;
  /** Gives up in between, for what does not stay where it is then. */
  giveUp?(): void;
  /** All that the values to come follow from, as plain data. */
  state(): unknown;
}

/** A value that is read when it is first needed. */
export const once = <T>(read: () => T) => {
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
export const towards = <T extends Mixed>(
  object: SceneObject,
  property: Property<SceneObject, T>,
  to: ValueOfType<T>,
): Course => {
  const mix = mixOf(property.type);
  const origin = once(() => property.read(object));
  return {
    place: (share) => property.write(object, mix(origin.read(), to, share)),
    settle: (end) => property.write(object, end === 'start' ? origin.read() : to),
    state: () => ({ from: origin.state(), to }),
  };
};
