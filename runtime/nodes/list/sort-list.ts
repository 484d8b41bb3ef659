import type { Json } from '#spec/values.ts';

/** Returns the rank by which values of different types are sorted, in ascending order. */
const getTypeRank = (value: Json): number => {
  if (value === null) return 0;
  return ['boolean', 'number', 'string', 'object'].indexOf(typeof value) + 1;
};

const compareValues = (a: Json, b: Json): number => {
  const ranks = getTypeRank(a) - getTypeRank(b);
  if (ranks !== 0 || a === null || b === null || typeof a === 'object' || typeof b === 'object') return ranks;
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/**
 * Returns the value by which an item is sorted: the item itself if the name is empty, otherwise the member with this
 * name.
 */
const getSortKey = (item: Json, name: string): Json => {
  if (name === '') return item;
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !Object.hasOwn(item, name))
    return null;
  // biome-ignore lint/style/noNonNullAssertion: it is an own member
  return item[name]!;
};

/**
 * Returns a stably sorted copy of the items.
 * @param direction 1 for ascending, -1 for descending order
 */
export const sortItems = (items: readonly Json[], name: string, direction: 1 | -1): Json[] =>
  items.toSorted((a, b) => direction * compareValues(getSortKey(a, name), getSortKey(b, name)));
