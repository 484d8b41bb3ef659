import { z } from 'zod';
import type { OperationSpec } from '#spec/contract/operation.ts';
import { queryShapeOf } from '#spec/contract/query.ts';
import { Fault } from '#spec/errors.ts';
import { describeIssues } from './issues.ts';
import type { PageQuery } from './page.ts';

/** What marks add to the query, beside an operation's own parameters. */
export type ParsedQuery = Readonly<Record<string, unknown>> &
  Partial<PageQuery> & { readonly sync?: boolean };

/** The query schema of an operation; undefined when it takes no parameters. */
export const querySchema = (spec: OperationSpec): z.ZodObject | undefined => {
  const shape = queryShapeOf(spec);
  return Object.keys(shape).length > 0 ? z.object(shape) : undefined;
};

/**
 * Query parameters as their operation declares them; undeclared ones are ignored, as caches and browsers add some.
 * @throws Fault INVALID_QUERY that names the parameter and what was expected
 */
export const parseQuery = (schema: z.ZodObject | undefined, query: string): ParsedQuery => {
  if (!schema) return {};
  const parsed = schema.safeParse(query === '' ? {} : Object.fromEntries(new URLSearchParams(query)));
  if (parsed.success) return parsed.data as ParsedQuery;
  const { reason, details } = describeIssues(parsed.error, 'the query');
  throw new Fault('INVALID_QUERY', reason, details);
};
