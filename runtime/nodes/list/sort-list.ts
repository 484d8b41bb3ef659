import type { Json } from '#spec/values.ts';

/** Kinds of values in ascending order. */
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

/** What an item is sorted by: itself, or its member of that name. */
const getSortKey = (item: Json, name: string): Json => {
  if (name === '') return item;
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !Object.hasOwn(item, name))
    return null;
  // biome-ignore lint/style/noNonNullAssertion: it is a member of its own
  return item[name]!;
};

/** A sorted copy in which items that are equal in order keep their order. @param direction 1 ascending, -1 descending. */
export const sortItems = (items: readonly Json[], name: string, direction: 1 | -1): Json[] =>
  items.toSorted((a, b) => direction * compareValues(getSortKey(a, name), getSortKey(b, name)));
