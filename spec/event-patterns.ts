import { Fault } from './errors.ts';
import { eventTypes } from './events.ts';
import type { EventType } from './events.ts';

/** A pattern in lower case, cut at its dots: literals, `*` for one segment, `**` for any number. */
export type Pattern = readonly string[];

const longest = 256;
const segment = /^(?:\*\*?|[a-z0-9_-]+)$/;

/**
 * Reads a pattern. `*` stands for one segment, and at the end for one or more, so that alone it is everything;
 * `**` stands for any number of segments, also none. Letter case does not matter.
 * @throws Fault INVALID_REQUEST when it is malformed
 */
export const parsePattern = (text: string): Pattern => {
  const segments = text.toLowerCase().split('.');
  if (text.length > longest || !segments.every((part) => segment.test(part))) {
    throw new Fault(
      'INVALID_REQUEST',
      `The pattern '${text.slice(0, longest)}' is malformed: expected names, * or **, separated by single dots, ` +
        `at most ${longest} characters.`,
    );
  }
  const spelled = segments.at(-1) === '*' ? [...segments, '**'] : segments;
  return spelled.filter((part, index) => part !== '**' || spelled[index - 1] !== '**');
};

/** Whether a dotted event type, in lower case, is wholly covered by the pattern. */
export const matches = (pattern: Pattern, type: string): boolean => {
  const segments = type.split('.');
  const required = pattern.filter((part) => part !== '**').length;
  return required <= segments.length && covers(pattern, segments);
};

const covers = (pattern: Pattern, segments: readonly string[]): boolean => {
  const [part, ...parts] = pattern;
  if (part === undefined) return segments.length === 0;
  if (part === '**')
    return covers(parts, segments) || (segments.length > 0 && covers(pattern, segments.slice(1)));
  const [first, ...others] = segments;
  return first !== undefined && (part === '*' || part === first) && covers(parts, others);
};

/** The event types that a pattern brings. */
export const resolvePattern = (pattern: Pattern): EventType[] =>
  eventTypes.filter((type) => matches(pattern, type));
