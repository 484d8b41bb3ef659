import * as z from 'zod';
import { expect, test } from 'vitest';
import { describeFirstProblem, validationMessages } from './validation-messages.ts';

const getFirstProblem = (schema: z.ZodType, value: unknown): string =>
  describeFirstProblem(schema.safeParse(value, validationMessages).error as z.ZodError);

const singleNameSchema = z.strictObject({ name: z.string() });

test.each<[schema: z.ZodType, value: unknown, problem: string]>([
  [z.string(), 7, 'it: expected a string, received 7'],
  [z.number(), 'secret', 'it: expected a number, received a string'],
  [z.number(), Number.POSITIVE_INFINITY, 'it: expected a number, received Infinity'],
  [z.int(), 9.5, 'it: expected a whole number, received 9.5'],
  [z.boolean(), null, 'it: expected a boolean, received null'],
  [z.record(z.string(), z.number()), [], 'it: expected an object, received an array'],
  [z.array(z.number()), {}, 'it: expected an array, received an object'],
  [singleNameSchema, {}, 'name: expected a string, received nothing'],
  [singleNameSchema, { name: '', size: 1 }, "it: expected nothing under 'size'"],
  [z.number().min(1).max(500), 501, 'it: expected at most 500'],
  [z.number().min(1).max(500), 0, 'it: expected at least 1'],
  [z.number().gt(0), 0, 'it: expected more than 0'],
  [z.number().lt(1), 1, 'it: expected less than 1'],
  [z.string().min(1), '', 'it: expected at least 1 character'],
  [z.string().max(3), 'four', 'it: expected at most 3 characters'],
  [z.array(z.number()).length(2), [1], 'it: expected exactly 2 items'],
  [z.number().multipleOf(5), 7, 'it: expected a multiple of 5'],
  [z.enum(['log', 'error']), 'Log', "it: expected one of 'log', 'error'"],
  [z.literal(1), 2, 'it: expected 1'],
  [z.iso.datetime(), 'today', 'it: expected a timestamp of ISO 8601, such as 2026-01-31T12:00:00Z'],
  [z.string().min(1, 'expected a name'), '', 'it: expected a name'],
  [
    z.array(z.object({ at: z.number() })),
    [{ at: 1 }, { at: '2' }],
    '1.at: expected a number, received a string',
  ],
])('%# describes what was expected', (schema, value, expected) => {
  expect(getFirstProblem(schema, value)).toBe(expected);
});

test('uses the given name for a problem without a path', () => {
  expect(
    describeFirstProblem(z.string().safeParse(1, validationMessages).error as z.ZodError, 'the file'),
  ).toBe('the file: expected a string, received 1');
});
