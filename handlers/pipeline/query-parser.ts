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

/** The parsed query: the operation's own parameters, and the parameters that are common to operations. */
export type ParsedQuery = Readonly<Record<string, unknown>> &
  Partial<PageQuery> & { readonly sync?: boolean; readonly form?: 'signatures' };

/** Whether to push an edit to the runtime. The call's own `sync` overrides the batch's. */
export const isSyncRequested = ({ query: sent, batch }: Call, query: ParsedQuery): boolean =>
  query.sync === true || (batch?.sync === true && !new URLSearchParams(sent).has('sync'));

/** Parses the query of an operation and records ignored parameters. */
export type QueryParser = (query: string, ignored: IgnoredFields) => ParsedQuery;

/**
 * Creates the parser for an operation's query. The parser throws ApiError INVALID_QUERY with the parameter and the
 * expected type.
 */
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
  // The result for an empty query, computed once because it never changes and most calls have no query.
  const emptyQuery = schema.safeParse({});
  return (query, ignored) => {
    if (query === '' && emptyQuery.success) return emptyQuery.data as ParsedQuery;
    const parameters = Object.fromEntries(new URLSearchParams(query));
    findUnknown(parameters, ignored);
    const parsed = parse(parameters);
    findUnknownFields(parsed, ignored);
    return parsed;
  };
};

/** Creates a function that records names in `include` and `exclude` that aren't fields of the operation's records. */
const createFieldNameCheck = ({ list, fields, returns }: OperationSpec) => {
  const [record] = Object.values(returns);
  if (!(list || fields) || !(record instanceof z.ZodType)) return () => {};
  const find = lazy(() => createUnknownFieldFinder(z.object({ include: record, exclude: record }), 'query'));
  return ({ include, exclude }: ParsedQuery, ignored: IgnoredFields): void => {
    if (!include && !exclude) return;
    const named = { include: toFieldObject(include), exclude: toFieldObject(exclude) };
    // Unknown names are only recorded, even by a strict service, because the contract allows any string here.
    find()(named, { report: (field) => ignored.record(field) });
  };
};

/** Creates an object that has exactly the fields with these names. */
const toFieldObject = (names: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, undefined]));
