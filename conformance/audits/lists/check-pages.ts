/**
 * Checks the pages that `limit` and `offset` select. The order of a list is not documented, but its pages must add up
 * to the list.
 */
import { integer, record } from 'fast-check';
import { describeReply } from '../../target/http/exchange.ts';
import { requestListPage, listSortedKeys } from '../../audit-helpers/read-list.ts';
import type { AuditContext } from '../../audit.ts';
import type { FullList } from '../../audit-helpers/read-list.ts';

/** Assertions for a page, and for the total that the response contains. */
interface PageAssertions {
  readonly page: AuditContext;
  readonly total: AuditContext;
}

/**
 * Asserts that any limit and offset select a page of the right length, whose elements are in the list and contain no
 * duplicates.
 */
export const mustPaginate = async (
  path: string,
  list: FullList,
  assertions: PageAssertions,
): Promise<void> => {
  const { length } = list.items;
  for (const [limit, offset] of [
    [length + 1, 0],
    [1, Math.max(0, length - 1)],
    [1, length],
    [2, length + 1],
  ] as const)
    await mustBeValidPage(path, list, assertions, limit, offset);
  await assertions.page.property(
    `a page of ${path}`,
    record({ limit: integer({ min: 1, max: length + 2 }), offset: integer({ min: 0, max: length }) }),
    ({ limit, offset }) => mustBeValidPage(path, list, assertions, limit, offset),
    { runs: 10 },
  );
};

const mustBeValidPage = async (
  path: string,
  list: FullList,
  { page, total }: PageAssertions,
  limit: number,
  offset: number,
): Promise<void> => {
  const query = `limit=${limit}&offset=${offset}`;
  const reply = await requestListPage(page, path, query);
  const { length } = list.items;
  // The response to an offset beyond the last element is not documented.
  if (!reply.ok && offset >= length && reply.status < 500) return;
  const items = page.fields.items(reply.json);
  const isValidPage = page.must(
    reply.ok && items !== undefined,
    `${path} returns a page for ${query}`,
    describeReply(reply),
  );
  if (!isValidPage || items === undefined) return;
  page.mustEqual(
    items.length,
    Math.max(0, Math.min(limit, length - offset)),
    `${query} of ${path}, a list of ${length}, returns the requested number of elements`,
  );
  const remaining = [...listSortedKeys(list, list.items)];
  const unexpected = items.map(list.getElementKey).filter((name) => {
    const at = remaining.indexOf(name);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
  page.mustEqual(unexpected, [], `${query} of ${path} returns elements of the list, each once`);
  const count = reply.headers['x-total-count'];
  total.must(
    count === undefined || Number(count) === length,
    `X-Total-Count counts the whole list with ${query} too`,
    { expected: length, actual: count },
  );
};

/** Asserts that consecutive pages of equal length add up to the list. */
export const mustPartitionList = async (t: AuditContext, path: string, list: FullList): Promise<void> => {
  const { length } = list.items;
  if (length < 2) return;
  await t.property(
    `the pages of ${path}`,
    integer({ min: Math.max(1, Math.floor(length / 8)), max: length }),
    async (limit) => {
      const concatenated: unknown[] = [];
      for (let offset = 0; offset < length; offset += limit) {
        concatenated.push(
          ...(t.fields.items((await requestListPage(t, path, `limit=${limit}&offset=${offset}`)).json) ?? []),
        );
      }
      t.mustEqual(
        listSortedKeys(list, concatenated),
        listSortedKeys(list, list.items),
        `pages of ${limit} elements make up the whole list`,
      );
    },
    { runs: 6 },
  );
};
