/** Matching of dotted event types by patterns. Knows no event and needs no library, so that clients match with it too. */

/** A pattern in lower case, cut at its dots: literals, `*` for one segment, `**` for any number. */
export type EventPattern = readonly string[];

/** Cuts a well-formed pattern. `*` stands for one segment, and at the end for one or more, so that alone it is everything. */
export const splitPattern = (text: string): EventPattern => {
  const segments = text.toLowerCase().split('.');
  const spelled = segments.at(-1) === '*' ? [...segments, '**'] : segments;
  return spelled.filter((part, index) => part !== '**' || spelled[index - 1] !== '**');
};

/** Whether a dotted event type, in lower case, is wholly covered by the pattern. */
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
