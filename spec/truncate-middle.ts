const maxLength = 4_000;
const tailLength = 1_000;

/**
 * A text without its middle where it is long, as one that quotes what was given: what it is about stands first, and what was
 * expected last.
 */
export const truncateMiddle = (text: string): string => {
  if (text.length <= maxLength) return text;
  const first = text.slice(0, maxLength - tailLength).replace(/[\uD800-\uDBFF]$/, '');
  const last = text.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `${first} … ${last}`;
};

/** A copy of JSON with each text of it shortened. */
export const truncateTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return truncateMiddle(value);
  if (Array.isArray(value)) return value.map(truncateTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, truncateTexts(inner)]));
};
