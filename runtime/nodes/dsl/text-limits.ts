import { truncateText } from '../../values/truncate-text.ts';
import type { NodeServices } from './handler-context.ts';

/**
 * Maximum length, in UTF-16 code units, of a text made by a node. It keeps a text that grows in a loop from filling
 * memory.
 */
export const maxTextLength = 1_000_000;

/** Joins texts up to the maximum length, with a warning when the result is truncated. */
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
