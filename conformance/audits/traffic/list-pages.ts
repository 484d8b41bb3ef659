/** Pages of every list that the target has. */
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { isRecord } from '../../json.ts';
import { askList, namesOf, readList } from '../../lab/list-elements.ts';
import { offeredRoutes } from '../../lab/offered-routes.ts';
import { materialOf } from '../../lab/route-material.ts';
import { mustBePages, mustPartition } from './pages.ts';
import type { AuditTools, SharedAuditContext } from '../../audit.ts';
import type { WholeList } from '../../lab/list-elements.ts';

const lists = area('lists', 'token', 'project');

/** Lists that take limit and offset by their row, or whose row leaves the query to the conventions. */
const paged = [
  'GET /api/node-types',
  'GET /api/node-types/search',
  'GET /api/graphs/{}/connections',
  'GET /api/graphs/{}/nodes',
];

/** Of these, the ones whose row does not name a query without wrap. */
const wrapped = ['GET /api/graphs/{}/connections', 'GET /api/graphs/{}/nodes'];

/** Lists whose row says that the request takes nothing. */
const bare = [
  'GET /api/toc',
  'GET /api/errors',
  'GET /api/discovery',
  'GET /api/discovery/spawnables',
  'GET /api/node-types/enum-values',
];

/** It has a limit of its own, no offset, and an entry more whenever something happens. */
const console = 'GET /api/console';

type Context = SharedAuditContext<
  'HTTP-006' | 'HTTP-007' | 'HTTP-008' | 'HTTP-009' | 'HTTP-010' | 'HTTP-011' | 'HTTP-023'
>;

export const listPageAudits = [
  lists.audit(
    'every-list',
    ['HTTP-006', 'HTTP-007', 'HTTP-009', 'HTTP-010', 'HTTP-008', 'HTTP-011', 'HTTP-023'],
    { timeout: 120_000, likelyCause: 'the last page of a list is cut too short, or a total counts the page' },
    async (t) => {
      const reads = await listsOf(t);
      t.observe(
        'lists',
        reads.map(({ route }) => route),
      );
      t.given(reads.length > 0, 'a table of contents with lists');
      for (const { route, path } of reads) {
        const list = await readList(t, path);
        if (list && Array.isArray(list.first.json)) await judge(t, route, path, list);
      }
    },
  ),
];

/** The listed reads whose parameters are known. */
const listsOf = async (t: AuditTools) => {
  const { material } = await materialOf(t);
  const routes = await offeredRoutes(t, t.http, material);
  return routes
    .filter(({ method }) => method === 'GET')
    .map(({ route, path }) => ({ route, path: route.endsWith('/search') ? `${path}?q=e` : path }));
};

const judge = async (t: Context, route: string, path: string, list: WholeList): Promise<void> => {
  const total = list.first.headers['x-total-count'];
  t.of('HTTP-009').must(/^\d+$/.test(total ?? ''), `${route}, an array, carries X-Total-Count`, {
    expected: 'X-Total-Count with a number',
    actual: total ?? 'no such header',
  });
  if (route === console) {
    t.of('HTTP-010').must(
      total === undefined || Number(total) >= list.items.length,
      'X-Total-Count of the console counts no fewer entries than it lists',
      { expected: list.items.length, actual: total },
    );
    return judgeWrap(t, route, path, list);
  }
  t.of('HTTP-010').must(
    total === undefined || Number(total) === list.items.length,
    `X-Total-Count of ${route} counts the whole list`,
    { expected: list.items.length, actual: total },
  );
  if (bare.includes(route)) return judgeBare(t, route, path, list);
  const second = t.fields.items((await askList(t, path, 'limit=1&offset=1')).json);
  const cuts = paged.includes(route) || (list.items.length > 1 && second?.length === 1);
  if (!cuts) return;
  await mustBePages(path, list, { page: t.of('HTTP-006'), total: t.of('HTTP-010') });
  await mustPartition(t.of('HTTP-007'), path, list);
  await judgeWrap(t, route, path, list);
};

/** wrap=true, which only some rows name: of other lists it is judged where it is there. */
const judgeWrap = async (t: Context, route: string, path: string, list: WholeList): Promise<void> => {
  const query = route === console ? 'wrap=true' : 'wrap=true&limit=2';
  const reply = await askList(t, path, query);
  const isStated = wrapped.includes(route) || route === console;
  if (!isStated && !isRecord(reply.json)) return;
  const items = t.fields.items(reply.json);
  const isEnvelope =
    reply.ok && typeof reply.at('totalCount') === 'number' && Array.isArray(reply.at('items'));
  t.of('HTTP-008').must(isEnvelope, `${route} with ${query} answers totalCount and items`, inShort(reply));
  if (!isEnvelope || items === undefined) return;
  const total = reply.headers['x-total-count'];
  t.of('HTTP-009').must(total !== undefined, `${route} with ${query} carries X-Total-Count`);
  t.of('HTTP-011').must(
    Number(total ?? reply.at('totalCount')) === reply.at('totalCount'),
    `totalCount of ${route} with ${query} equals X-Total-Count`,
    { expected: total, actual: reply.at('totalCount') },
  );
  if (route === console) return;
  t.of('HTTP-011').mustEqual(
    reply.at('totalCount'),
    list.items.length,
    `totalCount of ${route} with ${query} counts the whole list`,
  );
  const page = t.fields.items((await askList(t, path, 'limit=2')).json) ?? [];
  t.of('HTTP-008').mustEqual(
    namesOf(list, items),
    namesOf(list, page),
    `items of ${route} with ${query} are the page that limit=2 cuts out`,
  );
};

/** Either the conventions hold, or what the row does not take has no effect, or it is refused. */
const judgeBare = async (t: Context, route: string, path: string, list: WholeList): Promise<void> => {
  const { length } = list.items;
  const holds = t.of('HTTP-023');
  const page = await askList(t, path, 'limit=1&offset=1');
  const cut = t.fields.items(page.json)?.length;
  holds.must(
    page.status >= 400 || cut === length || cut === Math.min(1, Math.max(0, length - 1)),
    `limit=1&offset=1 of ${route} cuts out one element, or has no effect, or is refused`,
    { expected: `1 or ${length} elements`, actual: cut },
  );
  if (page.ok && cut !== length) {
    await mustBePages(path, list, { page: holds, total: holds });
    await mustPartition(holds, path, list);
  }
  const wrap = await askList(t, path, 'wrap=true');
  const items = t.fields.items(wrap.json);
  holds.must(
    wrap.status >= 400 ||
      (items?.length === length && (Array.isArray(wrap.json) || wrap.at('totalCount') === length)),
    `wrap=true of ${route} answers totalCount and items, or has no effect, or is refused`,
    inShort(wrap),
  );
  if (wrap.ok)
    t.of('HTTP-009').must(
      wrap.headers['x-total-count'] !== undefined,
      `${route} with wrap=true carries X-Total-Count`,
    );
};
