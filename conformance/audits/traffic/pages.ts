/** What limit and offset cut out of a list. Its order is not stated: only that the pages make up the whole. */
import { integer, record } from 'fast-check';
import { inShort } from '../../target/http/in-short.ts';
import { askList, namesOf } from '../../lab/list-elements.ts';
import type { AuditContext } from '../../audit.ts';
import type { WholeList } from '../../lab/list-elements.ts';

/** Who judges a page, and who judges the total that comes with it. */
interface Judges {
  readonly page: AuditContext;
  readonly total: AuditContext;
}

/** Any limit and offset cut out a page of the right length, of elements of the list, and none of them twice. */
export const mustBePages = async (path: string, list: WholeList, judges: Judges): Promise<void> => {
  const { length } = list.items;
  for (const [limit, offset] of [
    [length + 1, 0],
    [1, Math.max(0, length - 1)],
    [1, length],
    [2, length + 1],
  ] as const)
    await mustBePage(path, list, judges, limit, offset);
  await judges.page.property(
    `a page of ${path}`,
    record({ limit: integer({ min: 1, max: length + 2 }), offset: integer({ min: 0, max: length }) }),
    ({ limit, offset }) => mustBePage(path, list, judges, limit, offset),
    { runs: 10 },
  );
};

const mustBePage = async (
  path: string,
  list: WholeList,
  { page, total }: Judges,
  limit: number,
  offset: number,
): Promise<void> => {
  const query = `limit=${limit}&offset=${offset}`;
  const reply = await askList(page, path, query);
  const { length } = list.items;
  // Nothing says what becomes of an offset behind the last element.
  if (!reply.ok && offset >= length && reply.status < 500) return;
  const items = page.fields.items(reply.json);
  const isPage = page.must(
    reply.ok && items !== undefined,
    `${path} answers ${query} with a page`,
    inShort(reply),
  );
  if (!isPage || items === undefined) return;
  page.mustEqual(
    items.length,
    Math.max(0, Math.min(limit, length - offset)),
    `${query} of ${path}, a list of ${length}, cuts out as many elements as it says`,
  );
  const left = [...namesOf(list, list.items)];
  const strangers = items.map(list.nameOf).filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  page.mustEqual(strangers, [], `${query} of ${path} cuts out elements of the list, each once`);
  const count = reply.headers['x-total-count'];
  total.must(
    count === undefined || Number(count) === length,
    `X-Total-Count counts the whole list with ${query} too`,
    { expected: length, actual: count },
  );
};

/** Pages of one length, one after another to the end, are the whole list. */
export const mustPartition = async (t: AuditContext, path: string, list: WholeList): Promise<void> => {
  const { length } = list.items;
  if (length < 2) return;
  await t.property(
    `the pages of ${path}`,
    integer({ min: Math.max(1, Math.floor(length / 8)), max: length }),
    async (limit) => {
      const joined: unknown[] = [];
      for (let offset = 0; offset < length; offset += limit) {
        joined.push(
          ...(t.fields.items((await askList(t, path, `limit=${limit}&offset=${offset}`)).json) ?? []),
        );
      }
      t.mustEqual(
        namesOf(list, joined),
        namesOf(list, list.items),
        `pages of ${limit} elements are the whole list together`,
      );
    },
    { runs: 6 },
  );
};
