import { maxNestingDepth, maxValueSize, valueLimitsText } from '#spec/value-limits.ts';
import { truncateText } from '../../values/text.ts';
import { measureValue } from '../../values/value-size.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from './handler-context.ts';

const maxListItems = 10_000;

/** Whether a value complies with the limits for stored values. */
export const isWithinValueLimits = (value: Json): boolean => {
  const { size, levels } = measureValue(value);
  return size <= maxValueSize && levels <= maxNestingDepth;
};

type WarningSink = Pick<NodeServices, 'warnOnce'>;

/** Returns the list. If the list has become too large, writes a warning and returns the previous list instead. */
export const limitList = (list: Json[], previous: Json[], { warnOnce }: WarningSink): Json[] => {
  if (list.length <= maxListItems && isWithinValueLimits(list)) return list;
  warnOnce(`The list would be too large. The limits are ${maxListItems} items, ${valueLimitsText}.`);
  return previous;
};

/** Returns the first items up to the limit. Writes a warning if there are more. */
export const limitItems = (items: string[], { warnOnce }: WarningSink): string[] => {
  if (items.length <= maxListItems) return items;
  warnOnce(`Of ${items.length} parts, only the first ${maxListItems} are kept.`);
  return items.slice(0, maxListItems);
};

/**
 * Maximum length, in UTF-16 code units, of a string that a node creates. The limit keeps a string that grows in a loop
 * from filling up the memory.
 */
export const maxTextLength = 1_000_000;

/** Joins strings up to the maximum length. Writes a warning if the result is truncated. */
export const joinTexts = (parts: Iterable<string>, separator: string, { warnOnce }: WarningSink): string => {
  let text = '';
  let isFirst = true;
  for (const part of parts) {
    text += isFirst ? part : separator + part;
    isFirst = false;
    if (text.length > maxTextLength) {
      warnOnce(`The text was truncated to ${maxTextLength} characters.`);
      return truncateText(text, maxTextLength);
    }
  }
  return text;
};
