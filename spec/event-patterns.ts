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

const isPattern = (text: string): boolean => text.length <= longestPattern && patternForm.test(text);

/** Malformed patterns that an error names; of the others it tells how many they are. */
const mostNamed = 5;

/**
 * Reads a pattern. `*` stands for one segment, and at the end for one or more, so that alone it is everything;
 * `**` stands for any number of segments, also none. Letter case does not matter.
 * @throws Fault INVALID_REQUEST when it is malformed
 */
export const parsePattern = (text: string): Pattern => {
  checkPatterns([text]);
  return cutPattern(text);
};

/** @throws Fault INVALID_REQUEST that names those that are malformed */
export const checkPatterns = (texts: readonly string[]): void => {
  const malformed = texts.filter((text) => !isPattern(text));
  if (malformed.length === 0) return;
  const named = malformed.slice(0, mostNamed).map((text) => `'${text.slice(0, longestPattern)}'`);
  const others = malformed.length > mostNamed ? ` and ${malformed.length - mostNamed} more` : '';
  throw new Fault(
    'INVALID_REQUEST',
    `The ${malformed.length > 1 ? 'patterns' : 'pattern'} ${named.join(', ')}${others} ` +
      `${malformed.length > 1 ? 'are' : 'is'} malformed: expected names, * or **, separated by single dots, ` +
      `at most ${longestPattern} characters.`,
  );
};

/** The event types that a pattern brings. */
export const resolvePattern = (pattern: Pattern): EventType[] =>
  eventTypes.filter((type) => matches(pattern, type));
