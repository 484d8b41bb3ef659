/** Type-checked access to a glTF document that has not been validated yet. */
import { AssetFileError } from '../asset-file-error.ts';

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isNaturalNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * Returns the list of objects at a key; an empty list when the key is absent.
 * @throws AssetFileError when the value is not a list of objects
 */
export const getObjects = (owner: JsonObject, key: string): JsonObject[] => {
  const list = owner[key] ?? [];
  if (Array.isArray(list) && list.every(isJsonObject)) return list;
  throw new AssetFileError('DAMAGED', `'${key}' is not a list of objects`);
};

/** Returns the list at a key, with values of any type; an empty list when the key is absent. */
export const getValues = (owner: JsonObject, key: string): unknown[] => {
  const list = owner[key] ?? [];
  if (Array.isArray(list)) return list;
  throw new AssetFileError('DAMAGED', `'${key}' is not a list`);
};

/** Returns the object at a key; `undefined` when the key is absent. */
export const findObject = (owner: JsonObject, key: string): JsonObject | undefined => {
  const entry = owner[key];
  if (entry === undefined || isJsonObject(entry)) return entry;
  throw new AssetFileError('DAMAGED', `'${key}' is not an object`);
};

/**
 * Returns the non-negative integer at a key.
 * @param absent the value to return when the key is absent; without this default, the key is required
 */
export const getNaturalNumber = (owner: JsonObject, key: string, absent?: number): number => {
  const value = owner[key] ?? absent;
  if (isNaturalNumber(value)) return value;
  throw new AssetFileError(
    'DAMAGED',
    `'${key}' is ${JSON.stringify(value)}; expected an integer of at least 0`,
  );
};

/**
 * Returns the object at an index of a list.
 * @throws AssetFileError when the list has no such object
 */
export const getObjectAt = (list: readonly JsonObject[], index: unknown, label: string): JsonObject => {
  const found = isNaturalNumber(index) ? list[index] : undefined;
  if (found) return found;
  throw new AssetFileError(
    'DAMAGED',
    `${label} ${JSON.stringify(index)} does not exist; there are ${list.length}`,
  );
};
