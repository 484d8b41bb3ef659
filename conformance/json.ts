export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text says as JSON; undefined when it is none. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value at a dotted path (`ports.0.id`); undefined where the path leads nowhere. */
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

/** The records among the elements of an array; empty for anything else. */
export const filterRecords = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** The strings among the elements of an array; empty for anything else. */
export const filterStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Every value inside a JSON value, itself included, each before what it holds. */
export function* walkJson(value: unknown): Generator<unknown> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    yield next;
    if (typeof next !== 'object' || next === null) continue;
    const within = Object.values(next);
    for (let last = within.length - 1; last >= 0; last--) left.push(within[last]);
  }
}

/** Every key inside a JSON value. */
export function* walkKeys(value: unknown): Generator<string> {
  for (const inner of walkJson(value)) if (isRecord(inner)) yield* Object.keys(inner);
}

/** Whether some text, number or key inside a JSON value equals an id or a text, in any letter case. */
export const includesDeep = (value: unknown, id: string | number): boolean => {
  const wanted = String(id).toLowerCase();
  for (const inner of walkJson(value)) {
    const isText = typeof inner === 'string' || typeof inner === 'number';
    if (isText && String(inner).toLowerCase() === wanted) return true;
  }
  for (const key of walkKeys(value)) if (key.toLowerCase() === wanted) return true;
  return false;
};

/** A JSON value in one line, shortened for messages. */
export const truncateJson = (value: unknown, length = 200): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
};
