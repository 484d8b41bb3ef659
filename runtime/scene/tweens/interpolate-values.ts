import type { Property, ValueOfType } from '../property.ts';

/** Types of which there is something between two values. */
export type InterpolableType = 'Float' | 'Integer' | 'Vector3' | 'Color';

type InterpolateValue<T extends InterpolableType> = (
  from: ValueOfType<T>,
  to: ValueOfType<T>,
  share: number,
) => ValueOfType<T>;

const interpolateNumber: InterpolateValue<'Float'> = (from, to, share) => from + (to - from) * share;

/** The value at a share of the way, by type; curves that overshoot go below 0 or beyond 1. */
const interpolations: { readonly [T in InterpolableType]: InterpolateValue<T> } = {
  Float: interpolateNumber,
  Integer: (from, to, share) => Math.round(interpolateNumber(from, to, share)),
  Vector3: (from, to, share) => ({
    x: interpolateNumber(from.x, to.x, share),
    y: interpolateNumber(from.y, to.y, share),
    z: interpolateNumber(from.z, to.z, share),
  }),
  Color: (from, to, share) => ({
    r: interpolateNumber(from.r, to.r, share),
    g: interpolateNumber(from.g, to.g, share),
    b: interpolateNumber(from.b, to.b, share),
    a: interpolateNumber(from.a, to.a, share),
  }),
};

export const getInterpolation = <T extends InterpolableType>(type: T): InterpolateValue<T> =>
  interpolations[type];

/** Whether a property is of such a type. */
export const isInterpolable = <Target>(
  property: Property<Target>,
): property is Property<Target, InterpolableType> => property.type in interpolations;
