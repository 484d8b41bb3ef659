import type { Reply } from './call.ts';
import { selectFields } from './select-fields.ts';
import { LazyList } from './lazy-list.ts';
import { createJsonReply } from './reply.ts';

/** The query parameters that select a page of a list and the fields of its items. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly wrap?: boolean | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Whether the query asks for the whole list with all fields of every item. */
export const isFullListRequested = ({ limit, offset, wrap, include, exclude }: PageQuery): boolean =>
  limit === undefined && !offset && !wrap && !include && !exclude;

/**
 * Creates a reply with one page of a list, wrapped if requested. The X-Total-Count header contains the total number of
 * items (description: 'Conventions').
 */
export const createListReply = (
  list: readonly unknown[] | LazyList<unknown>,
  query: PageQuery,
  { status = 200, hint }: { readonly status?: number; readonly hint?: string | undefined } = {},
): Reply => {
  const size = list instanceof LazyList ? list.size : list.length;
  const { limit = size, offset = 0, wrap } = query;
  const items = list.slice(offset, offset + limit);
  const page = query.include || query.exclude ? items.map((item) => selectFields(item, query)) : items;
  const hasCountHint = size === 0 && hint !== undefined;
  const body = wrap ? { totalCount: size, items: page, ...(hasCountHint && { hint }) } : page;
  return createJsonReply(status, body, {
    'X-Total-Count': String(size),
    ...(hasCountHint && { 'X-Hint': hint }),
  });
};
