import { ApiError } from './errors.ts';
import { eventTypes } from './events.ts';
import { splitPattern, matchesPattern } from './match-event-pattern.ts';
import type { EventType } from './events.ts';
import type { EventPattern } from './match-event-pattern.ts';

/** Maximum length of a pattern, in characters. */
export const maxPatternLength = 256;

const segmentPattern = String.raw`(?:\*\*?|[A-Za-z0-9_-]+)`;

/** The syntax of event patterns as a regular expression. */
export const patternDescription = new RegExp(String.raw`^${segmentPattern}(?:\.${segmentPattern})*$`);

const isPattern = (text: string): boolean => text.length <= maxPatternLength && patternDescription.test(text);

/** Maximum number of malformed patterns that an error lists. The error only counts any further patterns. */
const maxReportedPatterns = 5;

/**
 * Parses a pattern, which is not case-sensitive. `*` matches one segment or, at the end, one or more segments, so `*`
 * alone matches everything. `**` matches any number of segments, including none.
 * @throws ApiError INVALID_REQUEST if the pattern is malformed
 */
export const parsePattern = (text: string): EventPattern => {
  validatePatterns([text]);
  return splitPattern(text);
};

/**
 * Checks that all patterns are well-formed.
 * @throws ApiError INVALID_REQUEST that names the malformed patterns
 */
export const validatePatterns = (texts: readonly string[]): void => {
  const malformed = texts.filter((text) => !isPattern(text));
  if (malformed.length === 0) return;
  const named = malformed.slice(0, maxReportedPatterns).map((text) => `'${text.slice(0, maxPatternLength)}'`);
  const suffix =
    malformed.length > maxReportedPatterns ? ` and ${malformed.length - maxReportedPatterns} more` : '';
  throw new ApiError(
    'INVALID_REQUEST',
    `The ${malformed.length > 1 ? 'patterns' : 'pattern'} ${named.join(', ')}${suffix} ` +
      `${malformed.length > 1 ? 'are' : 'is'} malformed: expected names, * or **, separated by single dots, ` +
      `at most ${maxPatternLength} characters.`,
  );
};

/** Returns the event types that a pattern matches. */
export const resolvePattern = (pattern: EventPattern): EventType[] =>
  eventTypes.filter((type) => matchesPattern(pattern, type));
