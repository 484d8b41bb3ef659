import { pathTo } from '../../target/id.ts';
import { constantFrom, integer, record } from 'fast-check';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';

const lists = area('lists', 'token');

const page = (t: AuditContext, path: string, query: string) =>
  t.http.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);

/** The whole list and its length; NOT_VERIFIED unless it has enough elements to be cut into pages. */
const wholeList = async (t: AuditContext, path: string, least = 2): Promise<readonly unknown[]> => {
  const items = await t.lab.readAll(path);
  t.given(items !== undefined && items.length >= least, `${path} lists at least ${least} elements`);
  return items!;
};

/** limit and offset cut the very slice out of the list, and the total stays that of the whole list. */
const partitions = async (t: AuditContext, path: string): Promise<void> => {
  const whole = await wholeList(t, path);
  await t.property(
    `a page of ${path} is the slice that limit and offset name`,
    record({
      limit: integer({ min: 1, max: whole.length + 2 }),
      offset: integer({ min: 0, max: whole.length + 2 }),
    }),
    async ({ limit, offset }) => {
      const reply = await page(t, path, `limit=${limit}&offset=${offset}`);
      t.must(reply.ok, `limit=${limit}&offset=${offset} answers`, { actual: reply.status });
      t.mustEqual(
        t.fields.items(reply.json),
        whole.slice(offset, offset + limit),
        `limit=${limit}&offset=${offset}`,
      );
      t.mustEqual(
        reply.headers['x-total-count'],
        String(whole.length),
        'X-Total-Count counts the whole list',
      );
    },
    { runs: 20 },
  );
};

/** The connections of a graph that has three of them. */
const wiredGraph = async (t: AuditContext): Promise<string> => {
  const graph = await t.lab.graph();
  for (let made = 0; made < 3; made += 1) {
    const { output, input } = await t.lab.wirablePair(graph);
    const reply = await t.lab.connect(graph, output.port.id, input.port.id);
    t.given(reply.ok, 'a pair of the same type can be wired', { actual: reply.status });
  }
  return pathTo`/api/graphs/${graph.id}/connections`;
};

export const listAudits = [
  lists.audit(
    'connections-partition',
    ['CONN-LIST-002', 'HTTP-006', 'HTTP-007', 'HTTP-010'],
    { likelyCause: 'limit and offset are not applied, or X-Total-Count counts the page' },
    async (t) => {
      await partitions(t, await wiredGraph(t));
    },
  ),
  lists.audit(
    'node-types-partition',
    ['NTYPE-LIST-002', 'HTTP-006', 'HTTP-007', 'HTTP-010'],
    { likelyCause: 'limit and offset are not applied, or X-Total-Count counts the page' },
    async (t) => {
      await partitions(t, '/api/node-types');
    },
  ),
  lists.audit('search-partition', ['NTYPE-SEARCH-006'], async (t) => {
    await partitions(t, '/api/node-types/search?q=e');
  }),
  lists.audit('total-count', ['HTTP-009'], async (t) => {
    const connections = await wiredGraph(t);
    for (const path of [
      connections,
      '/api/node-types',
      '/api/node-types/search?q=e',
      '/api/node-types/enum-values',
    ]) {
      const reply = await t.http.get(path);
      t.given(reply.ok && t.fields.items(reply.json) !== undefined, `${path} answers a list`);
      t.must(/^\d+$/.test(reply.headers['x-total-count'] ?? ''), `${path} carries X-Total-Count`, {
        actual: reply.headers['x-total-count'],
      });
    }
  }),
  lists.audit('connections-wrap', ['CONN-LIST-003', 'HTTP-008', 'HTTP-011'], async (t) => {
    const path = await wiredGraph(t);
    const bare = await t.http.get(path);
    t.must(
      Array.isArray(bare.json) && bare.json.length === 3,
      'without wrap the list is an array of all three',
    );
    await t.property('wrap=true', constantFrom('limit=2', 'limit=1&offset=1', 'offset=0'), async (query) => {
      const reply = await t.http.get(`${path}?wrap=true&${query}`);
      const plain = await t.http.get(`${path}?${query}`);
      t.mustEqual(reply.at('totalCount'), 3, 'totalCount counts the whole list');
      t.mustEqual(reply.headers['x-total-count'], '3', 'totalCount equals X-Total-Count');
      t.mustEqual(reply.at('items'), plain.json, 'items are the page');
    });
    const unwrapped = await t.http.get(`${path}?wrap=false`);
    t.mustEqual(unwrapped.json, bare.json, 'wrap=false answers the bare array');
  }),
];
