/** How large a JSON value may be, wherever it comes in: a port, a variable, a parameter (register: C-80). */

/** Lists and objects inside each other, the outermost included: every such value can be compared and written out. */
export const maxNestingDepth = 64;

/** Values in it and characters in them, in all. */
export const maxValueSize = 1_000_000;

/** The largest file of a graph, and the largest project.json, in bytes: what is larger is neither written nor read (register: C-291). */
export const maxProjectFileBytes = 256 * 1024 * 1024;

/** The limits, for messages. */
export const valueLimitsText = `${maxNestingDepth} levels of lists and objects, and ${maxValueSize} values and characters in all`;

/** Whether a value keeps to the limits, and has no number that overflows, of which JSON would make null. */
export const isWithinLimits = (value: unknown): boolean =>
  getRemainingSize(value, maxNestingDepth, maxValueSize) >= 0;

/** What was expected of a value that does not keep to the limits. */
export const describeExceededLimit = (value: unknown): string =>
  hasOverflow(value) ? 'numbers up to ±1.8e308; what is larger overflows' : `at most ${valueLimitsText}`;

/** Whether a number in a value, as deep as values may be, is none that JSON can write: `1e400` is read as infinite. */
export const hasOverflow = (value: unknown, levels = maxNestingDepth): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.values(value).some((item) => hasOverflow(item, levels - 1));
};

/**
 * What is left of the room for values and characters behind a value; negative when it does not fit, is nested deeper, or has
 * a number that is not finite.
 * Nothing is looked at beyond that.
 */
export const getRemainingSize = (value: unknown, levels: number, room: number): number => {
  if (typeof value === 'string') return room - 1 - value.length;
  if (typeof value === 'number') return Number.isFinite(value) ? room - 1 : -1;
  if (typeof value !== 'object' || value === null) return room - 1;
  if (levels === 0) return -1;
  let left = room - 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1)
      left = getRemainingSize(value[at], levels - 1, left);
    return left;
  }
  for (const name in value) {
    if (left < 0) return left;
    left = getRemainingSize((value as Record<string, unknown>)[name], levels - 1, left - name.length);
  }
  return left;
};
