import * as z from 'zod';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { getQueryShape } from '#spec/contract/query-parameters.ts';
import { ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { Call } from './call.ts';
import type { Ignored } from './ignored.ts';
import { describeIssues } from './issues.ts';
import type { PageQuery } from './page.ts';
import { createUnknownFinder } from './unknown-fields.ts';

/** What marks add to the query, beside an operation's own parameters. */
export type ParsedQuery = Readonly<Record<string, unknown>> &
  Partial<PageQuery> & { readonly sync?: boolean; readonly form?: 'signatures' };

/** Whether an edit is to be pushed to the runtime: its own word goes before that of the batch it is in. */
export const asksToSync = ({ query: sent, batch }: Call, query: ParsedQuery): boolean =>
  query.sync === true || (batch?.sync === true && !new URLSearchParams(sent).has('sync'));

/** Reads the query of one operation, and takes note of what of it is ignored. */
export type QueryReader = (query: string, ignored: Ignored) => ParsedQuery;

/** The reader throws Fault INVALID_QUERY that names the parameter and what was expected. */
export const createQueryReader = (spec: OperationSpec): QueryReader => {
  const schema = z.object(getQueryShape(spec));
  const findUnknown = createUnknownFinder(schema, 'query');
  const findUnknownFields = createFieldFinder(spec);
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
const createFieldFinder = ({ list, fields, returns }: OperationSpec) => {
  const [record] = Object.values(returns);
  if (!(list || fields) || !(record instanceof z.ZodType)) return () => {};
  const find = lazy(() => createUnknownFinder(z.object({ include: record, exclude: record }), 'query'));
  return ({ include, exclude }: ParsedQuery, ignored: Ignored): void => {
    if (!include && !exclude) return;
    const named = { include: fieldsOf(include), exclude: fieldsOf(exclude) };
    // The contract lets them be any text.
    find()(named, { take: (field) => ignored.tell(field) });
  };
};

/** An object that has just these fields. */
const fieldsOf = (names: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, undefined]));
