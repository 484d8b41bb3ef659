import * as z from 'zod';
import { flag } from '../rest/records.ts';
import type { OperationSpec } from './operation.ts';
import { type ChoiceId, chosen } from './provenance.ts';

/** A whole number from 0 in a query; `Number` would take an empty text for one. */
export const count = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(0));

const fieldNames = (effect: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .optional()
    .describe(`Field names, separated by commas: ${effect}`);

const fieldsQuery = {
  include: fieldNames('answers hold only these'),
  exclude: fieldNames('answers hold all but these'),
};

const listQuery = {
  limit: count.optional().describe('At most this many items'),
  offset: count.default(0).describe('Items to leave out at the front'),
  wrap: flag.describe('Answer {totalCount, items} instead of a bare array'),
  ...fieldsQuery,
};

const syncQuery = { sync: flag.describe('Push the change to the runtime after it is made') };

const formQuery = (choice: ChoiceId) => ({
  form: chosen(choice, z.enum(['signatures']).optional()).describe(
    'Answer all of it as plain text, a line for each thing',
  ),
});

/** The query parameters of an operation that answers a record or a list of them. */
export const recordQueryShapeOf = (operation: OperationSpec): z.ZodRawShape => ({
  ...(operation.list && listQuery),
  ...(operation.fields && fieldsQuery),
  ...(operation.sync && syncQuery),
  ...operation.query,
});

/**
 * The query parameters of an operation: its own, and those that its marks imply
 * (description: 'Endpoints', conventions). They arrive as text and leave as numbers, booleans and lists.
 */
export const queryShapeOf = (operation: OperationSpec): z.ZodRawShape => ({
  ...recordQueryShapeOf(operation),
  ...(operation.signatures && formQuery(operation.signatures)),
});
