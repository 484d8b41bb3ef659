/** Audits of pagination for every list that the target has. */
import { createRouteFixtures, listFillableRoutes } from '../../audit-helpers/listed-routes.ts';
import {
  type FullList,
  listSortedKeys,
  mustPaginate,
  mustPartitionList,
  readFullList,
  requestListPage,
} from '../../audit-helpers/read-list.ts';
import { type AuditTools, defineAuditArea, type MultiRequirementContext } from '../../audit.ts';
import { isRecord } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';

const lists = defineAuditArea('lists', 'token', 'project');

/** Lists for which the table row documents limit and offset, or leaves the query to the conventions. */
const pagedRoutes = [
  'GET /api/node-types',
  'GET /api/node-types/search',
  'GET /api/graphs/{}/connections',
  'GET /api/graphs/{}/nodes',
];

/** Lists for which the table row does not document the query without wrap. */
const wrappableRoutes = ['GET /api/graphs/{}/connections', 'GET /api/graphs/{}/nodes'];

/** Lists for which the table row says that the request has no parameters. */
const bareRoutes = [
  'GET /api/toc',
  'GET /api/errors',
  'GET /api/discovery',
  'GET /api/discovery/spawnables',
  'GET /api/node-types/enum-values',
];

/** The console is a special case: it has its own limit and no offset, and grows whenever something happens. */
const consoleRoute = 'GET /api/console';

type ListAuditContext = MultiRequirementContext<
  'HTTP-006' | 'HTTP-007' | 'HTTP-008' | 'HTTP-009' | 'HTTP-010' | 'HTTP-011' | 'HTTP-023'
>;

export const audits = [
  lists
    .with({
      timeout: 120_000,
      likelyCause: 'the last page of a list is too short, or a total counts the page',
    })
    .audit(
      'every-list',
      ['HTTP-006', 'HTTP-007', 'HTTP-009', 'HTTP-010', 'HTTP-008', 'HTTP-011', 'HTTP-023'],
      async (t) => {
        const reads = await findLists(t);
        t.observe(
          'lists',
          reads.map(({ route }) => route),
        );
        t.given(reads.length > 0, 'a table of contents with lists');
        for (const { route, path } of reads) {
          const list = await readFullList(t, path);
          if (list && Array.isArray(list.firstPage.json)) await checkList(t, route, path, list);
        }
      },
    ),
];

/** Finds the reads in the table of contents that return lists and whose parameters are known. */
const findLists = async (t: AuditTools) => {
  const { parameters } = await createRouteFixtures(t);
  const routes = await listFillableRoutes(t, t.http, parameters);
  return routes
    .filter(({ method }) => method === 'GET')
    .map(({ route, path }) => ({ route, path: route.endsWith('/search') ? `${path}?q=e` : path }));
};

const checkList = async (t: ListAuditContext, route: string, path: string, list: FullList): Promise<void> => {
  const total = list.firstPage.headers['x-total-count'];
  t.for('HTTP-009').must(/^\d+$/.test(total ?? ''), `${route}, an array, has X-Total-Count`, {
    expected: 'X-Total-Count with a number',
    actual: total ?? 'no such header',
  });
  if (route === consoleRoute) {
    t.for('HTTP-010').must(
      total === undefined || Number(total) >= list.items.length,
      'X-Total-Count of the console is at least the number of listed entries',
      { expected: list.items.length, actual: total },
    );
    return checkWrap(t, route, path, list);
  }
  t.for('HTTP-010').must(
    total === undefined || Number(total) === list.items.length,
    `X-Total-Count of ${route} counts the whole list`,
    { expected: list.items.length, actual: total },
  );
  if (bareRoutes.includes(route)) return checkBareList(t, route, path, list);
  const second = t.fields.items((await requestListPage(t, path, 'limit=1&offset=1')).json);
  const isPaged = pagedRoutes.includes(route) || (list.items.length > 1 && second?.length === 1);
  if (!isPaged) return;
  await mustPaginate(path, list, { page: t.for('HTTP-006'), total: t.for('HTTP-010') });
  await mustPartitionList(t.for('HTTP-007'), path, list);
  await checkWrap(t, route, path, list);
};

/** Checks wrap=true. Only some table rows mention wrap, so other lists are checked only when they support wrap. */
const checkWrap = async (t: ListAuditContext, route: string, path: string, list: FullList): Promise<void> => {
  const query = route === consoleRoute ? 'wrap=true' : 'wrap=true&limit=2';
  const reply = await requestListPage(t, path, query);
  const isStated = wrappableRoutes.includes(route) || route === consoleRoute;
  if (!isStated && !isRecord(reply.json)) return;
  const items = t.fields.items(reply.json);
  const isEnvelope =
    reply.ok && typeof reply.at('totalCount') === 'number' && Array.isArray(reply.at('items'));
  t.for('HTTP-008').must(
    isEnvelope,
    `${route} with ${query} returns totalCount and items`,
    describeReply(reply),
  );
  if (!isEnvelope || items === undefined) return;
  const total = reply.headers['x-total-count'];
  t.for('HTTP-009').must(total !== undefined, `${route} with ${query} has X-Total-Count`);
  t.for('HTTP-011').must(
    Number(total ?? reply.at('totalCount')) === reply.at('totalCount'),
    `totalCount of ${route} with ${query} equals X-Total-Count`,
    { expected: total, actual: reply.at('totalCount') },
  );
  if (route === consoleRoute) return;
  t.for('HTTP-011').mustEqual(
    reply.at('totalCount'),
    list.items.length,
    `totalCount of ${route} with ${query} counts the whole list`,
  );
  const page = t.fields.items((await requestListPage(t, path, 'limit=2')).json) ?? [];
  t.for('HTTP-008').mustEqual(
    listSortedKeys(list, items),
    listSortedKeys(list, page),
    `items of ${route} with ${query} are the page for limit=2`,
  );
};

/** Checks that a list follows the conventions, or that undocumented parameters are either ignored or rejected. */
const checkBareList = async (
  t: ListAuditContext,
  route: string,
  path: string,
  list: FullList,
): Promise<void> => {
  const { length } = list.items;
  const assertions = t.for('HTTP-023');
  const page = await requestListPage(t, path, 'limit=1&offset=1');
  const pageLength = t.fields.items(page.json)?.length;
  assertions.must(
    page.status >= 400 || pageLength === length || pageLength === Math.min(1, Math.max(0, length - 1)),
    `limit=1&offset=1 of ${route} returns one element, or has no effect, or is rejected`,
    { expected: `1 or ${length} elements`, actual: pageLength },
  );
  if (page.ok && pageLength !== length) {
    await mustPaginate(path, list, { page: assertions, total: assertions });
    await mustPartitionList(assertions, path, list);
  }
  const wrap = await requestListPage(t, path, 'wrap=true');
  const items = t.fields.items(wrap.json);
  assertions.must(
    wrap.status >= 400 ||
      (items?.length === length && (Array.isArray(wrap.json) || wrap.at('totalCount') === length)),
    `wrap=true of ${route} returns totalCount and items, or has no effect, or is rejected`,
    describeReply(wrap),
  );
  if (wrap.ok)
    t.for('HTTP-009').must(
      wrap.headers['x-total-count'] !== undefined,
      `${route} with wrap=true has X-Total-Count`,
    );
};
