export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; undefined if the text is not JSON. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the value at a dotted path (`ports.0.id`); undefined if there is none. */
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

/** Returns the records in an array; empty for anything else. */
export const filterRecords = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Returns the strings in an array; empty for anything else. */
export const filterStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Iterates over a JSON value and everything in it, each value before its contents. */
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

/** Iterates over every key in a JSON value. */
export function* walkKeys(value: unknown): Generator<string> {
  for (const inner of walkJson(value)) if (isRecord(inner)) yield* Object.keys(inner);
}

/** Whether a text, number or key in a JSON value equals an id or a text, in any letter case. */
export const includesDeep = (value: unknown, id: string | number): boolean => {
  const text = String(id).toLowerCase();
  for (const inner of walkJson(value)) {
    const isTextual = typeof inner === 'string' || typeof inner === 'number';
    if (isTextual && String(inner).toLowerCase() === text) return true;
  }
  for (const key of walkKeys(value)) if (key.toLowerCase() === text) return true;
  return false;
};

/** Formats a JSON value in one line, truncated for messages. */
export const truncateJson = (value: unknown, length = 200): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
};
