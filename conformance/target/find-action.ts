import { isRecord, includesDeep, filterStrings, walkJson } from '../json.ts';
import type { JsonRecord } from '../json.ts';

const nameFields = ['name', 'action', 'id', 'key', 'type'];

const equalsIgnoreCase = (a: unknown, b: string): boolean =>
  typeof a === 'string' && a.toLowerCase() === b.toLowerCase();

const findByKey = (record: JsonRecord, key: string): unknown =>
  Object.entries(record).find(([name]) => equalsIgnoreCase(name, key))?.[1];

/**
 * Finds the record of an action in an action schema whose shape is not documented. The record may have the action's
 * full name in a field or as its key, or may be below the record or key of the action's category.
 */
export const findAction = (schema: unknown, fullName: string): JsonRecord | undefined => {
  const dotIndex = fullName.indexOf('.');
  const category = fullName.slice(0, dotIndex);
  const action = fullName.slice(dotIndex + 1);
  for (const value of walkJson(schema)) {
    if (!isRecord(value)) continue;
    if (Object.values(value).some((text) => equalsIgnoreCase(text, fullName))) return value;
    if (
      equalsIgnoreCase(value.category, category) &&
      nameFields.some((field) => equalsIgnoreCase(value[field], action))
    )
      return value;
    const direct = findByKey(value, fullName);
    if (isRecord(direct)) return direct;
    const group = findByKey(value, category);
    const inGroup = isRecord(group)
      ? (findByKey(group, action) ?? findActionByName(group, action))
      : findActionByName(group, action);
    if (isRecord(inGroup)) return inGroup;
  }
  return undefined;
};

/** Whether a schema contains an action, either as a record or only as a name. */
export const isActionListed = (schema: unknown, fullName: string): boolean => {
  if (findAction(schema, fullName) !== undefined || includesDeep(schema, fullName)) return true;
  const dotIndex = fullName.indexOf('.');
  return [...walkJson(schema)].some(
    (value) =>
      isRecord(value) &&
      filterStrings(findByKey(value, fullName.slice(0, dotIndex))).some((text) =>
        equalsIgnoreCase(text, fullName.slice(dotIndex + 1)),
      ),
  );
};

const findActionByName = (group: unknown, action: string): JsonRecord | undefined => {
  for (const value of walkJson(group)) {
    if (!isRecord(value)) continue;
    if (nameFields.some((field) => equalsIgnoreCase(value[field], action))) return value;
    const direct = findByKey(value, action);
    if (isRecord(direct)) return direct;
  }
  return undefined;
};
