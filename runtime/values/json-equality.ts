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
      a.every((item, index) => isItemEqual(item, b[index], tolerance))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isItemEqual(a[key], b[key], tolerance))
  );
};

const isItemEqual = (a: Json | undefined, b: Json | undefined, tolerance: number): boolean =>
  a === b || (a !== undefined && b !== undefined && isDeepEqualWithin(a, b, tolerance));

export const isDeepEqual = (a: Json, b: Json): boolean => a === b || isDeepEqualWithin(a, b, 0);
