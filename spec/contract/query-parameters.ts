import * as z from 'zod';
import { booleanFlag } from '../rest/response-records.ts';
import type { OperationSpec } from './operation-spec.ts';
import { type ChoiceId, markChoice } from './choice-marks.ts';
import type { JsonSchema } from './json-schema.ts';

/** Whether a rendered schema is that of a flag. A flag is sent as text, but described as a boolean. */
export const isFlagSchema = ({ enum: values }: JsonSchema): boolean =>
  JSON.stringify(values) === '["true","false"]';

/** A non-negative integer in a query. Preprocessing is needed because `Number` would read an empty string as 0. */
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
  include: fieldNamesParameter('the response contains only these'),
  exclude: fieldNamesParameter('the response contains all except these'),
};

const listQuery = {
  limit: countParameter.optional().describe('Maximum number of items to return'),
  offset: countParameter.default(0).describe('Number of items to skip'),
  wrap: booleanFlag.describe('Return {totalCount, items} instead of a bare array'),
  ...fieldsQuery,
};

const syncQuery = { sync: booleanFlag.describe('Push the change to the runtime after it is made') };

const createFormQuery = (choice: ChoiceId) => ({
  form: markChoice(choice, z.enum(['signatures']).optional()).describe(
    'Return everything as plain text, one line each',
  ),
});

/** Returns the query parameters of an operation that returns a record or a list of records. */
export const getRecordQueryShape = (operation: OperationSpec): z.ZodRawShape => ({
  ...(operation.list && listQuery),
  ...(operation.fields && fieldsQuery),
  ...(operation.sync && syncQuery),
  ...operation.query,
});

/**
 * Returns an operation's query parameters: its own parameters and those that its marks imply (description: 'Endpoints',
 * conventions). The schemas parse text into numbers, booleans and lists.
 */
export const getQueryShape = (operation: OperationSpec): z.ZodRawShape => ({
  ...getRecordQueryShape(operation),
  ...(operation.signatures && createFormQuery(operation.signatures)),
});
