/** Serializes plain data as JSON without loss: -0, infinity and NaN are preserved. */

/** Represents NaN, which JSON does not support. A real key that looks like the marker receives an additional `$`. */
const nanMarker = '{"$number":"NaN"}';
const markerPattern = /^\$+number$/;

const stringifyNumber = (value: number): string => {
  if (Number.isNaN(value)) return nanMarker;
  // These numbers exceed the range of a double. Parsing them therefore yields infinity again.
  if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
  return Object.is(value, -0) ? '-0' : String(value);
};

/** Matches strings that need no escapes in JSON: printable ASCII except quotation marks and backslashes. */
const unescapedPattern = /^[ !#-[\]-~]*$/;

/**
 * Returns the same string as JSON.stringify. Checking for escapes first is faster, because most strings need no
 * escapes.
 */
const stringifyString = (text: string): string =>
  unescapedPattern.test(text) ? `"${text}"` : JSON.stringify(text);

const isSerializable = (value: unknown): boolean => value !== undefined && typeof value !== 'function';

const stringifyValue = (value: unknown, listKeys: (entries: object) => readonly string[]): string => {
  if (typeof value === 'string') return stringifyString(value);
  if (typeof value === 'number') return stringifyNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return 'null';
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) {
    return `[${Array.from(value, (member) => stringifyValue(member, listKeys)).join()}]`;
  }
  return stringifyRecord(value as Readonly<Record<string, unknown>>, listKeys);
};

const stringifyRecord = (
  record: Readonly<Record<string, unknown>>,
  listKeys: (entries: object) => readonly string[],
): string => {
  let fields = '';
  let count = 0;
  let last = '';
  for (const key of listKeys(record)) {
    const value = record[key];
    if (!isSerializable(value)) continue;
    fields += `${count > 0 ? ',' : ''}${stringifyString(key)}:${stringifyValue(value, listKeys)}`;
    count += 1;
    last = key;
  }
  // The additional `$` is inserted after the opening quote.
  return count === 1 && markerPattern.test(last) ? `{"$${fields.slice(1)}}` : `{${fields}}`;
};

/**
 * Serializes plain data without loss. The order of keys is kept, because nodes can observe it. Functions and
 * `undefined` values are omitted.
 */
export const stringifyExactJson = (value: unknown): string => stringifyValue(value, Object.keys);

/** Returns the same string for equal data, regardless of the order of keys. */
export const stringifyCanonicalJson = (value: unknown): string =>
  stringifyValue(value, (entries) => Object.keys(entries).sort());

/**
 * Parses the output of `stringifyExactJson`.
 * @throws SyntaxError when the JSON is invalid
 */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const [entry, ...otherEntries] = Object.entries(value);
    if (!entry || otherEntries.length > 0 || !markerPattern.test(entry[0])) return value;
    return entry[0] === '$number' ? Number.NaN : { [entry[0].slice(1)]: entry[1] };
  });
