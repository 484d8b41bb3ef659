import { largestValue, mostLevels, valueLimits } from '#spec/value-limits.ts';
import { extentOf } from './value-size.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from './context.ts';

/** Items that a list made by a node may have. */
const mostItems = 10_000;

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
