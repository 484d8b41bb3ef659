import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { askList, namesOf, readList } from '../../lab/list-elements.ts';
import { mustBePages, mustPartition } from './pages.ts';
import type { AuditTools } from '../../audit.ts';
import type { WholeList } from '../../lab/list-elements.ts';

const lists = area('lists', 'token');

/** A list as a whole; NOT_VERIFIED unless it has enough elements to be cut into pages. */
const wholeList = async (t: AuditTools, path: string): Promise<WholeList> => {
  const list = await readList(t, path);
  t.given(list !== undefined && list.items.length >= 2, `${path} lists at least 2 elements`);
  return list as WholeList;
};

/** The connections of a graph that has three of them. */
const wiredGraph = async (t: AuditTools): Promise<string> => {
  const graph = await t.lab.graph();
  for (let made = 0; made < 3; made += 1) {
    const { output, input } = await t.lab.wirablePair(graph);
    const reply = await t.lab.connect(graph, output.port.id, input.port.id);
    t.given(reply.ok, 'a pair of the same type can be wired', { actual: reply.status });
  }
  return pathTo`/api/graphs/${graph.id}/connections`;
};

const likelyCause = 'limit and offset are not applied, or X-Total-Count counts the page';

export const listAudits = [
  lists.audit(
    'connections-partition',
    ['CONN-LIST-002', 'HTTP-006', 'HTTP-007', 'HTTP-010'],
    { likelyCause },
    async (t) => {
      const path = await wiredGraph(t);
      const list = await wholeList(t, path);
      const page = t.of('CONN-LIST-002', 'HTTP-006');
      await mustBePages(path, list, { page, total: t.of('HTTP-010') });
      await mustPartition(t.of('HTTP-007'), path, list);
    },
  ),
  lists.audit(
    'node-types-partition',
    ['NTYPE-LIST-002', 'HTTP-006', 'HTTP-007', 'HTTP-010'],
    { likelyCause },
    async (t) => {
      const path = '/api/node-types';
      const list = await wholeList(t, path);
      const page = t.of('NTYPE-LIST-002', 'HTTP-006');
      await mustBePages(path, list, { page, total: t.of('HTTP-010') });
      await mustPartition(t.of('HTTP-007'), path, list);
    },
  ),
  lists.audit('search-partition', ['NTYPE-SEARCH-006'], async (t) => {
    const path = '/api/node-types/search?q=e';
    const list = await wholeList(t, path);
    await mustBePages(path, list, { page: t, total: t });
    await mustPartition(t, path, list);
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
    const list = await wholeList(t, path);
    const { length } = list.items;
    const envelope = t.of('CONN-LIST-003', 'HTTP-008');
    const isArray = Array.isArray(list.first.json);
    envelope.must(isArray, 'without wrap the list is an array', inShort(list.first));
    for (const query of ['limit=2', 'limit=1&offset=1', 'offset=0']) {
      const reply = await askList(t, path, `wrap=true&${query}`);
      const plain = t.fields.items((await askList(t, path, query)).json) ?? [];
      const items = reply.at('items');
      const isWrapped = envelope.must(
        typeof reply.at('totalCount') === 'number' && Array.isArray(items),
        `wrap=true with ${query} answers totalCount and items`,
        inShort(reply),
      );
      if (!isWrapped) continue;
      envelope.mustEqual(
        namesOf(list, items as unknown[]),
        namesOf(list, plain),
        `items of ${query} are the page`,
      );
      const total = t.of('HTTP-011');
      total.mustEqual(reply.at('totalCount'), length, `totalCount with ${query} counts the whole list`);
      total.mustEqual(reply.headers['x-total-count'], String(length), 'and X-Total-Count equals it');
    }
    const unwrapped = await askList(t, path, 'wrap=false');
    envelope.must(
      Array.isArray(unwrapped.json) && unwrapped.json.length === length,
      'wrap=false answers the bare array',
      inShort(unwrapped),
    );
  }),
];
