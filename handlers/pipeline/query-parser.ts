import * as z from 'zod';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { getQueryShape } from '#spec/contract/query-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { Call } from './call.ts';
import type { IgnoredFields } from './ignored-fields.ts';
import { describeIssues } from './validation-issues.ts';
import type { PageQuery } from './list-reply.ts';
import { createUnknownFieldFinder } from './unknown-fields.ts';

/** What marks add to the query, beside an operation's own parameters. */
export type ParsedQuery = Readonly<Record<string, unknown>> &
  Partial<PageQuery> & { readonly sync?: boolean; readonly form?: 'signatures' };

/** Whether an edit is to be pushed to the runtime: its own word goes before that of the batch it is in. */
export const wantsSync = ({ query: sent, batch }: Call, query: ParsedQuery): boolean =>
  query.sync === true || (batch?.sync === true && !new URLSearchParams(sent).has('sync'));

/** Reads the query of one operation, and takes note of what of it is ignored. */
export type QueryParser = (query: string, ignored: IgnoredFields) => ParsedQuery;

/** The reader throws Fault INVALID_QUERY that names the parameter and what was expected. */
export const createQueryParser = (spec: OperationSpec): QueryParser => {
  const schema = z.object(getQueryShape(spec));
  const findUnknown = createUnknownFieldFinder(schema, 'query');
  const findUnknownFields = createFieldNameCheck(spec);
  const parse = (parameters: Record<string, string>): ParsedQuery => {
    const parsed = schema.safeParse(parameters, validationMessages);
    if (parsed.success) return parsed.data as ParsedQuery;
    const { reason, details } = describeIssues(parsed.error, 'The query');
    throw new ApiError('INVALID_QUERY', reason, details);
  };
  // Most calls have no query, and what an absent one means never changes.
  const absent = schema.safeParse({});
  return (query, ignored) => {
    if (query === '' && absent.success) return absent.data as ParsedQuery;
    const parameters = Object.fromEntries(new URLSearchParams(query));
    findUnknown(parameters, ignored);
    const parsed = parse(parameters);
    findUnknownFields(parsed, ignored);
    return parsed;
  };
};

/** Takes note of names in `include` and `exclude` that the records of an operation do not have. */
const createFieldNameCheck = ({ list, fields, returns }: OperationSpec) => {
  const [record] = Object.values(returns);
  if (!(list || fields) || !(record instanceof z.ZodType)) return () => {};
  const find = lazy(() => createUnknownFieldFinder(z.object({ include: record, exclude: record }), 'query'));
  return ({ include, exclude }: ParsedQuery, ignored: IgnoredFields): void => {
    if (!include && !exclude) return;
    const named = { include: toFieldObject(include), exclude: toFieldObject(exclude) };
    // The contract lets them be any text.
    find()(named, { report: (field) => ignored.record(field) });
  };
};

/** An object that has just these fields. */
const toFieldObject = (names: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, undefined]));
