import { truncateText } from '../../values/truncate-text.ts';
import type { NodeServices } from './handler-context.ts';

/** UTF-16 code units that a text made by a node may have, so that a text that grows in a loop does not fill memory. */
export const maxTextLength = 1_000_000;

/** Joins texts, up to the longest that a text may be, with a warning when there would be more. */
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
      warnOnce(`A text of more than ${maxTextLength} characters is cut.`);
      return truncateText(text, maxTextLength);
    }
  }
  return text;
};
