import type { Reply } from './call.ts';
import { trim } from './fields.ts';
import { jsonReply } from './reply.ts';

/** What a caller asks of a list. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly wrap?: boolean | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Answers a list: a page of it, wrapped when asked, with the count of all in X-Total-Count (description: 'Conventions'). */
export const listReply = (items: readonly unknown[], query: PageQuery, hint?: string): Reply => {
  const { limit = items.length, offset = 0, wrap } = query;
  const page = items.slice(offset, offset + limit).map((item) => trim(item, query));
  const hinted = items.length === 0 && hint !== undefined;
  const body = wrap ? { totalCount: items.length, items: page, ...(hinted && { hint }) } : page;
  return jsonReply(200, body, { 'X-Total-Count': String(items.length), ...(hinted && { 'X-Hint': hint }) });
};
