const maxLength = 4_000;
const tailLength = 1_000;

/**
 * Removes the middle of a long message that quotes a request. The start of the message names the problem, and the end
 * says what was expected.
 */
export const truncateMiddle = (text: string): string => {
  if (text.length <= maxLength) return text;
  const first = text.slice(0, maxLength - tailLength).replace(/[\uD800-\uDBFF]$/, '');
  const last = text.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `${first} … ${last}`;
};

/** Returns a copy of a JSON value in which every string is truncated. */
export const truncateTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return truncateMiddle(value);
  if (Array.isArray(value)) return value.map(truncateTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, truncateTexts(inner)]));
};
