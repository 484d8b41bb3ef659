import { Fault } from './errors.ts';
import { eventTypes } from './events.ts';
import { cutPattern, matches } from './pattern.ts';
import type { EventType } from './events.ts';
import type { Pattern } from './pattern.ts';

/** The longest pattern, in characters. */
export const longestPattern = 256;

const segment = String.raw`(?:\*\*?|[A-Za-z0-9_-]+)`;

/** What a pattern looks like. */
export const patternForm = new RegExp(String.raw`^${segment}(?:\.${segment})*$`);

/**
 * Reads a pattern. `*` stands for one segment, and at the end for one or more, so that alone it is everything;
 * `**` stands for any number of segments, also none. Letter case does not matter.
 * @throws Fault INVALID_REQUEST when it is malformed
 */
export const parsePattern = (text: string): Pattern => {
  if (text.length > longestPattern || !patternForm.test(text)) {
    throw new Fault(
      'INVALID_REQUEST',
      `The pattern '${text.slice(0, longestPattern)}' is malformed: expected names, * or **, separated by single dots, ` +
        `at most ${longestPattern} characters.`,
    );
  }
  return cutPattern(text);
};

/** The event types that a pattern brings. */
export const resolvePattern = (pattern: Pattern): EventType[] =>
  eventTypes.filter((type) => matches(pattern, type));
