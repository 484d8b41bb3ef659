import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  tuple: 'an array',
  null: 'null',
  undefined: 'nothing',
};

const describeType = (type: string): string => typeNames[type] ?? `a ${type}`;

/** Describes numbers and booleans by their value. Strings are not shown, because they may be long or secret. */
const describeReceived = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return describeType(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
};

const formatNames: Readonly<Record<string, string>> = {
  datetime: 'a timestamp of ISO 8601, such as 2026-01-31T12:00:00Z',
  uuid: 'a UUID',
  url: 'a URL',
};

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', tuple: 'item' };

/** Describes a bound for a number or for the number of items. */
const describeBound = (
  comparison: string,
  { origin }: { origin?: string },
  limit: number | bigint,
): string => {
  const unit = units[origin ?? ''];
  return `${comparison} ${limit}${unit ? ` ${unit}${limit === 1 ? '' : 's'}` : ''}`;
};

const quoteValue = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

const listAllowedValues = (values: readonly string[]): string =>
  (values.length === 1 ? '' : 'one of ') + values.join(', ');

const describeExpectation = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return `${describeType(issue.expected)}, received ${describeReceived(issue.input)}`;
    case 'invalid_value':
      return listAllowedValues(issue.values.map(quoteValue));
    case 'too_small':
      return describeBound(
        issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than',
        issue,
        issue.minimum,
      );
    case 'too_big':
      return describeBound(
        issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than',
        issue,
        issue.maximum,
      );
    case 'invalid_format':
      return formatNames[issue.format];
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `nothing under ${issue.keys.map(quoteValue).join(', ')}`;
    default:
      return undefined;
  }
};

/**
 * Options for `safeParse` that phrase issues in the style of the contract ('expected at most 500'). Messages defined by
 * a schema are kept.
 */
export const validationMessages = {
  error: (issue: RawIssue): string | undefined => {
    const expected = describeExpectation(issue);
    return expected === undefined ? undefined : `expected ${expected}`;
  },
} as const;

/**
 * Returns a description of the first problem, with its path.
 * @param rootName the name to use for a problem with an empty path
 */
export const describeFirstProblem = ({ issues: [issue] }: z.ZodError, rootName = 'it'): string =>
  `${issue?.path.join('.') || rootName}: ${issue?.message}`;
