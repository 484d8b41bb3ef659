import { truncateText } from '../../values/text.ts';
import type { NodeServices } from './handler-context.ts';

/**
 * Maximum length, in UTF-16 code units, of a string that a node creates. The limit keeps a string that grows in a loop
 * from filling up the memory.
 */
export const maxTextLength = 1_000_000;

/** Joins strings up to the maximum length. Writes a warning if the result is truncated. */
export const joinTexts = (
  parts: Iterable<string>,
  separator: string,
  { warnOnce }: Pick<NodeServices, 'warnOnce'>,
): string => {
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
