/** Careful access to a glTF document of which nothing is known yet. */
import { AssetFileError } from '../asset-file-error.ts';

/** An object of JSON. */
export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isNaturalNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * A list of objects; an absent one is empty.
 * @throws Refusal when it is anything else.
 */
export const getObjects = (owner: JsonObject, key: string): JsonObject[] => {
  const list = owner[key] ?? [];
  if (Array.isArray(list) && list.every(isJsonObject)) return list;
  throw new AssetFileError('DAMAGED', `'${key}' is no list of objects`);
};

/** A list of indexes or other values; an absent one is empty. */
export const getValues = (owner: JsonObject, key: string): unknown[] => {
  const list = owner[key] ?? [];
  if (Array.isArray(list)) return list;
  throw new AssetFileError('DAMAGED', `'${key}' is no list`);
};

/** An object that need not be there. */
export const findObject = (owner: JsonObject, key: string): JsonObject | undefined => {
  const entry = owner[key];
  if (entry === undefined || isJsonObject(entry)) return entry;
  throw new AssetFileError('DAMAGED', `'${key}' is no object`);
};

/**
 * A natural number.
 * @param absent what it is when it is not there; without it, it has to be
 */
export const getNaturalNumber = (owner: JsonObject, key: string, absent?: number): number => {
  const value = owner[key] ?? absent;
  if (isNaturalNumber(value)) return value;
  throw new AssetFileError('DAMAGED', `'${key}' is ${JSON.stringify(value)}, which is no natural number`);
};

/**
 * What an index leads to.
 * @throws Refusal when it leads to nothing.
 */
export const getObjectAt = (list: readonly JsonObject[], index: unknown, what: string): JsonObject => {
  const found = isNaturalNumber(index) ? list[index] : undefined;
  if (found) return found;
  throw new AssetFileError(
    'DAMAGED',
    `${what} ${JSON.stringify(index)} is named, but there are ${list.length}`,
  );
};
