/** Careful access to a glTF document of which nothing is known yet. */
import { Refusal } from '../refusal.ts';

/** An object of JSON. */
export type Entry = Record<string, unknown>;

export const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isNatural = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * A list of objects; an absent one is empty.
 * @throws Refusal when it is anything else.
 */
export const entriesIn = (owner: Entry, key: string): Entry[] => {
  const list = owner[key] ?? [];
  if (Array.isArray(list) && list.every(isEntry)) return list;
  throw new Refusal('DAMAGED', `'${key}' is no list of objects`);
};

/** A list of indexes or other values; an absent one is empty. */
export const valuesIn = (owner: Entry, key: string): unknown[] => {
  const list = owner[key] ?? [];
  if (Array.isArray(list)) return list;
  throw new Refusal('DAMAGED', `'${key}' is no list`);
};

/** An object that need not be there. */
export const entryIn = (owner: Entry, key: string): Entry | undefined => {
  const entry = owner[key];
  if (entry === undefined || isEntry(entry)) return entry;
  throw new Refusal('DAMAGED', `'${key}' is no object`);
};

/**
 * A natural number.
 * @param absent what it is when it is not there; without it, it has to be
 */
export const naturalIn = (owner: Entry, key: string, absent?: number): number => {
  const value = owner[key] ?? absent;
  if (isNatural(value)) return value;
  throw new Refusal('DAMAGED', `'${key}' is ${JSON.stringify(value)}, which is no natural number`);
};

/**
 * What an index leads to.
 * @throws Refusal when it leads to nothing.
 */
export const entryAt = (list: readonly Entry[], index: unknown, what: string): Entry => {
  const found = isNatural(index) ? list[index] : undefined;
  if (found) return found;
  throw new Refusal('DAMAGED', `${what} ${JSON.stringify(index)} is named, but there are ${list.length}`);
};
