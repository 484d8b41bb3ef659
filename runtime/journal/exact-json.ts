/** Plain data as JSON that loses nothing: also -0, infinities and NaN come back as they were. */

/** Stands for NaN, which JSON cannot say. Keys that look like it get a further `$`. */
const nanMarker = '{"$number":"NaN"}';
const markerPattern = /^\$+number$/;

const stringifyNumber = (value: number): string => {
  if (Number.isNaN(value)) return nanMarker;
  // too great for a double, so that reading it yields infinity
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  return Object.is(value, -0) ? '-0' : String(value);
};

/** Strings that JSON says as they are: visible ASCII and spaces, without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/;

/** As JSON.stringify writes it; asking first is faster, because most strings are plain. */
const stringifyString = (text: string): string => (plainText.test(text) ? `"${text}"` : JSON.stringify(text));

const isSerializable = (value: unknown): boolean => value !== undefined && typeof value !== 'function';

const stringifyValue = (value: unknown, keysOf: (entries: object) => readonly string[]): string => {
  if (typeof value === 'string') return stringifyString(value);
  if (typeof value === 'number') return stringifyNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return 'null';
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) {
    return `[${Array.from(value, (member) => stringifyValue(member, keysOf)).join()}]`;
  }
  return stringifyRecord(value as Readonly<Record<string, unknown>>, keysOf);
};

const stringifyRecord = (
  record: Readonly<Record<string, unknown>>,
  keysOf: (entries: object) => readonly string[],
): string => {
  let fields = '';
  let count = 0;
  let last = '';
  for (const key of keysOf(record)) {
    const value = record[key];
    if (!isSerializable(value)) continue;
    fields += `${count > 0 ? ',' : ''}${stringifyString(key)}:${stringifyValue(value, keysOf)}`;
    count += 1;
    last = key;
  }
  // the mark goes behind the opening quote
  return count === 1 && markerPattern.test(last) ? `{"$${fields.slice(1)}}` : `{${fields}}`;
};

/** Keys keep their order, which nodes can see. Functions and what is undefined are left out. */
export const stringifyExactJson = (value: unknown): string => stringifyValue(value, Object.keys);

/** The same text for the same data, whatever the order of its keys. */
export const stringifyCanonicalJson = (value: unknown): string =>
  stringifyValue(value, (entries) => Object.keys(entries).sort());

/** Reads what `exactText` wrote. @throws SyntaxError */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const [entry, ...others] = Object.entries(value);
    if (!entry || others.length > 0 || !markerPattern.test(entry[0])) return value;
    return entry[0] === '$number' ? Number.NaN : { [entry[0].slice(1)]: entry[1] };
  });
