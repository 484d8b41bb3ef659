import { extentOf } from './value-size.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from './context.ts';

/** Items that a list made by a node may have. */
export const mostItems = 10_000;

/** What a value may hold in all, so that one that grows in a loop does not fill memory. */
const largestValue = 1_000_000;

/** Levels of lists and objects inside each other, so that every value can be compared and written out. */
const mostLevels = 100;

/** Said by nodes that refuse a value. */
export const valueLimits = `${mostLevels} levels of lists and objects, and ${largestValue} values and characters in all`;

/** Whether a value is small enough to be kept. */
export const isModest = (value: Json): boolean => {
  const { size, levels } = extentOf(value);
  return size <= largestValue && levels <= mostLevels;
};

type Warn = Pick<NodeServices, 'warnOnce'>;

/** The list, or the one before, with a warning, when it has become too large. */
export const limitedList = (list: Json[], before: Json[], { warnOnce }: Warn): Json[] => {
  if (list.length <= mostItems && isModest(list)) return list;
  warnOnce(`A list may have ${mostItems} items, ${valueLimits}.`);
  return before;
};

/** The first items, with a warning when there are too many. */
export const limitedItems = (items: string[], { warnOnce }: Warn): string[] => {
  if (items.length <= mostItems) return items;
  warnOnce(`Of ${items.length} parts only the first ${mostItems} are kept.`);
  return items.slice(0, mostItems);
};
