const most = 4_000;
const lastPart = 1_000;

/**
 * A text without its middle where it is long, as one that quotes what was given: what it is about stands first, and what was
 * expected last.
 */
export const shortened = (text: string): string => {
  if (text.length <= most) return text;
  const first = text.slice(0, most - lastPart).replace(/[\uD800-\uDBFF]$/, '');
  const last = text.slice(-lastPart).replace(/^[\uDC00-\uDFFF]/, '');
  return `${first} … ${last}`;
};

/** A copy of JSON with each text of it shortened. */
export const shortenedIn = (value: unknown): unknown => {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.map(shortenedIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenedIn(inner)]));
};
