import type { Color, Vector3 } from '#spec/values.ts';
import type { ValueOfType } from './property.ts';

const numbers = (from: number, to: number, share: number): number => from + (to - from) * share;

/** The value at a share of the way, by type; curves that overshoot go below 0 or beyond 1. */
const mixes = {
  Float: numbers,
  Vector3: (from: Vector3, to: Vector3, share: number): Vector3 => ({
    x: numbers(from.x, to.x, share),
    y: numbers(from.y, to.y, share),
    z: numbers(from.z, to.z, share),
  }),
  Color: (from: Color, to: Color, share: number): Color => ({
    r: numbers(from.r, to.r, share),
    g: numbers(from.g, to.g, share),
    b: numbers(from.b, to.b, share),
    a: numbers(from.a, to.a, share),
  }),
};

/** Types of which there is something between two values. */
export type Mixed = keyof typeof mixes;

type Mix<T extends Mixed> = (from: ValueOfType<T>, to: ValueOfType<T>, share: number) => ValueOfType<T>;

export const mixOf = <T extends Mixed>(type: T): Mix<T> => mixes[type] as unknown as Mix<T>;
