import { maxValueSize, maxNestingDepth, valueLimitsText } from '#spec/value-limits.ts';
import { measureValue } from '../../values/value-size.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from './handler-context.ts';

/** Items that a list made by a node may have. */
const maxListItems = 10_000;

/** Whether a value is small enough to be kept. */
export const isWithinValueLimits = (value: Json): boolean => {
  const { size, levels } = measureValue(value);
  return size <= maxValueSize && levels <= maxNestingDepth;
};

type WarningSink = Pick<NodeServices, 'warnOnce'>;

/** The list, or the one before, with a warning, when it has become too large. */
export const limitList = (list: Json[], before: Json[], { warnOnce }: WarningSink): Json[] => {
  if (list.length <= maxListItems && isWithinValueLimits(list)) return list;
  warnOnce(`A list may have ${maxListItems} items, ${valueLimitsText}.`);
  return before;
};

/** The first items, with a warning when there are too many. */
export const limitItems = (items: string[], { warnOnce }: WarningSink): string[] => {
  if (items.length <= maxListItems) return items;
  warnOnce(`Of ${items.length} parts only the first ${maxListItems} are kept.`);
  return items.slice(0, maxListItems);
};
