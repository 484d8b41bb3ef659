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

/** The same of each text of a record. */
export const shortenedOf = <T extends Readonly<Record<string, unknown>> | undefined>(record: T): T => {
  const entries = Object.entries(record ?? {});
  const isLong = entries.some(([, value]) => typeof value === 'string' && value.length > most);
  return isLong
    ? (Object.fromEntries(
        entries.map(([key, value]) => [key, typeof value === 'string' ? shortened(value) : value]),
      ) as T)
    : record;
};
