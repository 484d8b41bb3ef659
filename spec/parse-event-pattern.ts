import { ApiError } from './errors.ts';
import { eventTypes } from './events.ts';
import { splitPattern, matchesPattern } from './match-event-pattern.ts';
import type { EventType } from './events.ts';
import type { EventPattern } from './match-event-pattern.ts';

/** The longest pattern, in characters. */
export const maxPatternLength = 256;

const segmentPattern = String.raw`(?:\*\*?|[A-Za-z0-9_-]+)`;

/** What a pattern looks like. */
export const patternDescription = new RegExp(String.raw`^${segmentPattern}(?:\.${segmentPattern})*$`);

const isPattern = (text: string): boolean => text.length <= maxPatternLength && patternDescription.test(text);

/** Malformed patterns that an error names; of the others it tells how many they are. */
const maxReportedPatterns = 5;

/**
 * Reads a pattern. `*` stands for one segment, and at the end for one or more, so that alone it is everything;
 * `**` stands for any number of segments, also none. Letter case does not matter.
 * @throws Fault INVALID_REQUEST when it is malformed
 */
export const parsePattern = (text: string): EventPattern => {
  validatePatterns([text]);
  return splitPattern(text);
};

/** @throws Fault INVALID_REQUEST that names those that are malformed */
export const validatePatterns = (texts: readonly string[]): void => {
  const malformed = texts.filter((text) => !isPattern(text));
  if (malformed.length === 0) return;
  const named = malformed.slice(0, maxReportedPatterns).map((text) => `'${text.slice(0, maxPatternLength)}'`);
  const others =
    malformed.length > maxReportedPatterns ? ` and ${malformed.length - maxReportedPatterns} more` : '';
  throw new ApiError(
    'INVALID_REQUEST',
    `The ${malformed.length > 1 ? 'patterns' : 'pattern'} ${named.join(', ')}${others} ` +
      `${malformed.length > 1 ? 'are' : 'is'} malformed: expected names, * or **, separated by single dots, ` +
      `at most ${maxPatternLength} characters.`,
  );
};

/** The event types that a pattern brings. */
export const resolvePattern = (pattern: EventPattern): EventType[] =>
  eventTypes.filter((type) => matchesPattern(pattern, type));
