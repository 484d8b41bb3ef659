/** Limits for a JSON value in a port, a variable or a parameter (C-80). */

/**
 * Maximum depth of nested lists and objects, including the outermost one. Every value up to this depth can be compared
 * and serialized.
 */
export const maxNestingDepth = 64;

/** Maximum size of a value: the number of values in it plus the number of characters. */
export const maxValueSize = 1_000_000;

/** Maximum size in bytes of a graph file and of project.json. Larger files are neither written nor read (C-291). */
export const maxProjectFileBytes = 256 * 1024 * 1024;

/** Text that states the limits, for use in messages. */
export const valueLimitsText = `${maxNestingDepth} levels of lists and objects, and ${maxValueSize} values and characters in all`;

/** Whether a value is within the limits and has no numbers that overflow, which JSON would turn into null. */
export const isWithinLimits = (value: unknown): boolean =>
  getRemainingSize(value, maxNestingDepth, maxValueSize) >= 0;

/** Describes the limit that a value exceeds. */
export const describeExceededLimit = (value: unknown): string =>
  hasOverflow(value) ? 'numbers up to ±1.8e308; a larger number overflows' : `at most ${valueLimitsText}`;

/** Whether a value contains a number that JSON can't represent, such as `1e400`, which is read as infinity. */
export const hasOverflow = (value: unknown, levels = maxNestingDepth): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.values(value).some((item) => hasOverflow(item, levels - 1));
};

/**
 * Returns how much of the available size remains after subtracting the values and characters of a value. Stops early
 * with a negative number if the value doesn't fit, is nested too deeply, or contains a number that is not finite.
 */
export const getRemainingSize = (value: unknown, levels: number, available: number): number => {
  if (typeof value === 'string') return available - 1 - value.length;
  if (typeof value === 'number') return Number.isFinite(value) ? available - 1 : -1;
  if (typeof value !== 'object' || value === null) return available - 1;
  if (levels === 0) return -1;
  let remaining = available - 1;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && remaining >= 0; index += 1)
      remaining = getRemainingSize(value[index], levels - 1, remaining);
    return remaining;
  }
  for (const name in value) {
    if (remaining < 0) return remaining;
    remaining = getRemainingSize(
      (value as Record<string, unknown>)[name],
      levels - 1,
      remaining - name.length,
    );
  }
  return remaining;
};
