import type { Property, ValueOfType } from '../property.ts';

/** Types whose values can be interpolated. */
export type InterpolableType = 'Float' | 'Integer' | 'Vector3' | 'Color';

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
