import type { Property, ValueOfType } from '../property.ts';

/** Types of which there is something between two values. */
export type Mixed = 'Float' | 'Integer' | 'Vector3' | 'Color';

type Mix<T extends Mixed> = (from: ValueOfType<T>, to: ValueOfType<T>, share: number) => ValueOfType<T>;

const numbers: Mix<'Float'> = (from, to, share) => from + (to - from) * share;

/** The value at a share of the way, by type; curves that overshoot go below 0 or beyond 1. */
const mixes: { readonly [T in Mixed]: Mix<T> } = {
  Float: numbers,
  Integer: (from, to, share) => Math.round(numbers(from, to, share)),
  Vector3: (from, to, share) => ({
    x: numbers(from.x, to.x, share),
    y: numbers(from.y, to.y, share),
    z: numbers(from.z, to.z, share),
  }),
  Color: (from, to, share) => ({
    r: numbers(from.r, to.r, share),
    g: numbers(from.g, to.g, share),
    b: numbers(from.b, to.b, share),
    a: numbers(from.a, to.a, share),
  }),
};

export const mixOf = <T extends Mixed>(type: T): Mix<T> => mixes[type];

/** Whether a property is of such a type. */
export const isMixed = <Target>(property: Property<Target>): property is Property<Target, Mixed> =>
  property.type in mixes;
