import * as z from 'zod';
import { booleanFlag } from '../rest/response-records.ts';
import type { OperationSpec } from './operation-spec.ts';
import { type ChoiceId, markChoice } from './choice-marks.ts';

/** A whole number from 0 in a query; `Number` would take an empty text for one. */
export const countParameter = z.preprocess(
  (text) => (text === '' ? undefined : text),
  z.coerce.number().int().min(0),
);

const fieldNamesParameter = (effect: string) =>
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
  include: fieldNamesParameter('answers hold only these'),
  exclude: fieldNamesParameter('answers hold all but these'),
};

const listQuery = {
  limit: countParameter.optional().describe('At most this many items'),
  offset: countParameter.default(0).describe('Items to leave out at the front'),
  wrap: booleanFlag.describe('Answer {totalCount, items} instead of a bare array'),
  ...fieldsQuery,
};

const syncQuery = { sync: booleanFlag.describe('Push the change to the runtime after it is made') };

const createFormQuery = (choice: ChoiceId) => ({
  form: markChoice(choice, z.enum(['signatures']).optional()).describe(
    'Answer all of it as plain text, a line for each thing',
  ),
});

/** The query parameters of an operation that answers a record or a list of them. */
export const getRecordQueryShape = (operation: OperationSpec): z.ZodRawShape => ({
  ...(operation.list && listQuery),
  ...(operation.fields && fieldsQuery),
  ...(operation.sync && syncQuery),
  ...operation.query,
});

/**
 * The query parameters of an operation: its own, and those that its marks imply
 * (description: 'Endpoints', conventions). They arrive as text and leave as numbers, booleans and lists.
 */
export const getQueryShape = (operation: OperationSpec): z.ZodRawShape => ({
  ...getRecordQueryShape(operation),
  ...(operation.signatures && createFormQuery(operation.signatures)),
});
