import type { Json } from '#spec/values.ts';

/** Whether two values have the same content, where numbers at any nesting level may differ by the tolerance. */
export const isDeepEqualWithin = (a: Json, b: Json, tolerance: number): boolean => {
  if (a === b) return true;
  // `Object.is` makes NaN equal to itself.
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= tolerance || Object.is(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      // biome-ignore lint/style/noNonNullAssertion: both have the same length
      a.every((item, index) => isDeepEqualWithin(item, b[index]!, tolerance))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    // biome-ignore lint/style/noNonNullAssertion: both have the key
    keys.every((key) => Object.hasOwn(b, key) && isDeepEqualWithin(a[key]!, b[key]!, tolerance))
  );
};

export const isDeepEqual = (a: Json, b: Json): boolean => a === b || isDeepEqualWithin(a, b, 0);
