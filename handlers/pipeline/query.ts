import { z } from 'zod';
import type { OperationSpec } from '#spec/contract/operation.ts';
import { queryShapeOf } from '#spec/contract/query.ts';
import { Fault } from '#spec/errors.ts';
import type { Call } from './call.ts';
import { describeIssues } from './issues.ts';
import type { PageQuery } from './page.ts';

/** What marks add to the query, beside an operation's own parameters. */
export type ParsedQuery = Readonly<Record<string, unknown>> &
  Partial<PageQuery> & { readonly sync?: boolean };

/** Whether an edit is to be pushed to the runtime: its own word goes before that of the batch it is in. */
export const asksToSync = ({ query: sent, batch }: Call, query: ParsedQuery): boolean =>
  query.sync === true || (batch?.sync === true && !new URLSearchParams(sent).has('sync'));

/** Reads the query of one operation. */
export type QueryReader = (query: string) => ParsedQuery;

/**
 * Makes the reader of an operation's query parameters; undeclared ones are ignored, as caches and browsers add some.
 * The reader throws Fault INVALID_QUERY that names the parameter and what was expected.
 */
export const createQueryReader = (spec: OperationSpec): QueryReader => {
  const schema = z.object(queryShapeOf(spec));
  const parse = (parameters: Record<string, string>): ParsedQuery => {
    const parsed = schema.safeParse(parameters);
    if (parsed.success) return parsed.data as ParsedQuery;
    const { reason, details } = describeIssues(parsed.error, 'the query');
    throw new Fault('INVALID_QUERY', reason, details);
  };
  // Most calls have no query, and what an absent one means never changes.
  const absent = schema.safeParse({});
  return (query) => {
    if (query === '' && absent.success) return absent.data as ParsedQuery;
    return parse(Object.fromEntries(new URLSearchParams(query)));
  };
};
