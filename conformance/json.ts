export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the value at a dotted path such as `ports.0.id`. Returns `undefined` if the path leads to no value. */
export const getByPath = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path
        .split('.')
        .reduce<unknown>(
          (inner, key) =>
            typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
              ? (inner as Record<string, unknown>)[key]
              : undefined,
          value,
        );

/** Returns the keys of an object, of which the type lists all. */
export const listKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(record) as Key[];

/** Creates an object with a value for each key. */
export const mapToRecord = <Key extends string, Value>(keys: readonly Key[], getValue: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<Key, Value>;

/** Returns the records in an array. Returns an empty array for any other value. */
export const filterRecords = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Returns the strings in an array. Returns an empty array for any other value. */
export const filterStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Iterates over a JSON value and everything in it. Each value comes before its contents. */
export function* walkJson(value: unknown): Generator<unknown> {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    yield next;
    if (typeof next !== 'object' || next === null) continue;
    const within = Object.values(next);
    for (let last = within.length - 1; last >= 0; last--) pending.push(within[last]);
  }
}

/** Iterates over all keys in a JSON value, at any depth. */
export function* walkKeys(value: unknown): Generator<string> {
  for (const inner of walkJson(value)) if (isRecord(inner)) yield* Object.keys(inner);
}

/** Whether a string, number or key in a JSON value equals the given id or string, ignoring case. */
export const includesDeep = (value: unknown, id: unknown): boolean => {
  const text = String(id).toLowerCase();
  for (const inner of walkJson(value)) {
    const isTextual = typeof inner === 'string' || typeof inner === 'number';
    if (isTextual && String(inner).toLowerCase() === text) return true;
  }
  for (const key of walkKeys(value)) if (key.toLowerCase() === text) return true;
  return false;
};

/** Formats a JSON value as a single line for messages, truncated to the given length. */
export const truncateJson = (value: unknown, length = 200): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
};
