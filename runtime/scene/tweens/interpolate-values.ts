import type { Property, ValueOfType } from '../property.ts';

/** Types whose values can be interpolated. */
export type InterpolableType = 'Float' | 'Integer' | 'Vector3' | 'Color';

type InterpolateValue<T extends InterpolableType> = (
  from: ValueOfType<T>,
  to: ValueOfType<T>,
  share: number,
) => ValueOfType<T>;

const interpolateNumber: InterpolateValue<'Float'> = (from, to, share) => from + (to - from) * share;

/** Interpolates a value at a share, by type. Easings that overshoot go below 0 or above 1. */
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

/** Whether the type of a property can be interpolated. */
export const isInterpolable = <Target>(
  property: Property<Target>,
): property is Property<Target, InterpolableType> => property.type in interpolations;
