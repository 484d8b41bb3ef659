import { isRecord, mentions, stringsOf, walk } from '../json.ts';
import type { JsonRecord } from '../json.ts';

const nameFields = ['name', 'action', 'id', 'key', 'type'];

const same = (a: unknown, b: string): boolean => typeof a === 'string' && a.toLowerCase() === b.toLowerCase();

const keyed = (record: JsonRecord, key: string): unknown =>
  Object.entries(record).find(([name]) => same(name, key))?.[1];

/**
 * The record of an action in an action schema, whose shape the description does not show: a record that names it in
 * full, a key that does, or a record or key below its category.
 */
export const actionIn = (schema: unknown, fullName: string): JsonRecord | undefined => {
  const dot = fullName.indexOf('.');
  const category = fullName.slice(0, dot);
  const action = fullName.slice(dot + 1);
  for (const value of walk(schema)) {
    if (!isRecord(value)) continue;
    if (Object.values(value).some((text) => same(text, fullName))) return value;
    if (same(value.category, category) && nameFields.some((field) => same(value[field], action)))
      return value;
    const direct = keyed(value, fullName);
    if (isRecord(direct)) return direct;
    const group = keyed(value, category);
    const inGroup = isRecord(group)
      ? (keyed(group, action) ?? actionNamed(group, action))
      : actionNamed(group, action);
    if (isRecord(inGroup)) return inGroup;
  }
  return undefined;
};

/** Whether a schema offers an action, by a record or by no more than its name. */
export const isOffered = (schema: unknown, fullName: string): boolean => {
  if (actionIn(schema, fullName) !== undefined || mentions(schema, fullName)) return true;
  const dot = fullName.indexOf('.');
  return [...walk(schema)].some(
    (value) =>
      isRecord(value) &&
      stringsOf(keyed(value, fullName.slice(0, dot))).some((text) => same(text, fullName.slice(dot + 1))),
  );
};

const actionNamed = (group: unknown, action: string): JsonRecord | undefined => {
  for (const value of walk(group)) {
    if (!isRecord(value)) continue;
    if (nameFields.some((field) => same(value[field], action))) return value;
    const direct = keyed(value, action);
    if (isRecord(direct)) return direct;
  }
  return undefined;
};
