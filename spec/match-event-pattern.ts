/**
 * Matches dotted event types against patterns. Clients also use this module, because it depends neither on the event
 * catalog nor on a library.
 */

/** A lower-case pattern split at its dots: literals, `*` for one segment, `**` for any number of segments. */
export type EventPattern = readonly string[];

/**
 * Splits a well-formed pattern. `*` matches one segment or, at the end, one or more segments, so `*` alone matches
 * everything.
 */
export const splitPattern = (text: string): EventPattern => {
  const segments = text.toLowerCase().split('.');
  const expanded = segments.at(-1) === '*' ? [...segments, '**'] : segments;
  return expanded.filter((part, index) => part !== '**' || expanded[index - 1] !== '**');
};

/** Whether the pattern matches the whole dotted event type, which must be in lower case. */
export const matchesPattern = (pattern: EventPattern, type: string): boolean => {
  const segments = type.split('.');
  const required = pattern.filter((part) => part !== '**').length;
  return required <= segments.length && matchesSegments(pattern, segments);
};

const matchesSegments = (pattern: EventPattern, segments: readonly string[]): boolean => {
  const [part, ...parts] = pattern;
  if (part === undefined) return segments.length === 0;
  if (part === '**')
    return (
      matchesSegments(parts, segments) || (segments.length > 0 && matchesSegments(pattern, segments.slice(1)))
    );
  const [first, ...others] = segments;
  return first !== undefined && (part === '*' || part === first) && matchesSegments(parts, others);
};
