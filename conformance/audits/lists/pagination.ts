import {
  type FullList,
  listSortedKeys,
  mustPaginate,
  mustPartitionList,
  readFullList,
  requestListPage,
} from '../../audit-helpers/read-list.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';

const lists = defineAuditArea('lists', 'token');

/** Reads a complete list. The audit is NOT_VERIFIED unless the list has enough elements for several pages. */
const readWholeList = async (t: AuditTools, path: string): Promise<FullList> => {
  const list = await readFullList(t, path);
  if (list !== undefined && list.items.length >= 2) return list;
  return t.unverified(`${path} lists at least 2 elements`);
};

/** Creates a graph with three connections, and returns the path of the list of these connections. */
const createConnectedGraph = async (t: AuditTools): Promise<string> => {
  const graph = await t.fixtures.graph();
  for (let createdCount = 0; createdCount < 3; createdCount += 1) {
    const { output, input } = await t.fixtures.connectablePair(graph);
    const reply = await t.fixtures.connect(graph, output.port.id, input.port.id);
    t.given(reply.ok, 'two ports of the same type can be connected', { actual: reply.status });
  }
  return pathTo`/api/graphs/${graph.id}/connections`;
};

const likelyCause = 'limit and offset are not applied, or X-Total-Count counts the page';

export const audits = [
  lists
    .with({ likelyCause })
    .audit('connections-partition', ['CONN-LIST-002', 'HTTP-006', 'HTTP-007', 'HTTP-010'], async (t) => {
      const path = await createConnectedGraph(t);
      const list = await readWholeList(t, path);
      const page = t.for('CONN-LIST-002', 'HTTP-006');
      await mustPaginate(path, list, { page, total: t.for('HTTP-010') });
      await mustPartitionList(t.for('HTTP-007'), path, list);
    }),
  lists
    .with({ likelyCause })
    .audit('node-types-partition', ['NTYPE-LIST-002', 'HTTP-006', 'HTTP-007', 'HTTP-010'], async (t) => {
      const path = '/api/node-types';
      const list = await readWholeList(t, path);
      const page = t.for('NTYPE-LIST-002', 'HTTP-006');
      await mustPaginate(path, list, { page, total: t.for('HTTP-010') });
      await mustPartitionList(t.for('HTTP-007'), path, list);
    }),
  lists.audit('search-partition', ['NTYPE-SEARCH-006'], async (t) => {
    const path = '/api/node-types/search?q=e';
    const list = await readWholeList(t, path);
    await mustPaginate(path, list, { page: t, total: t });
    await mustPartitionList(t, path, list);
  }),
  lists.audit('total-count', ['HTTP-009'], async (t) => {
    const connections = await createConnectedGraph(t);
    for (const path of [
      connections,
      '/api/node-types',
      '/api/node-types/search?q=e',
      '/api/node-types/enum-values',
    ]) {
      const reply = await t.http.get(path);
      t.given(reply.ok && t.fields.items(reply.json) !== undefined, `${path} returns a list`);
      t.must(/^\d+$/.test(reply.headers['x-total-count'] ?? ''), `${path} has X-Total-Count`, {
        actual: reply.headers['x-total-count'],
      });
    }
  }),
  lists.audit('connections-wrap', ['CONN-LIST-003', 'HTTP-008', 'HTTP-011'], async (t) => {
    const path = await createConnectedGraph(t);
    const list = await readWholeList(t, path);
    const { length } = list.items;
    const envelope = t.for('CONN-LIST-003', 'HTTP-008');
    const isArray = Array.isArray(list.firstPage.json);
    envelope.must(isArray, 'the list is an array without wrap', describeReply(list.firstPage));
    for (const query of ['limit=2', 'limit=1&offset=1', 'offset=0']) {
      const reply = await requestListPage(t, path, `wrap=true&${query}`);
      const unwrappedItems = t.fields.items((await requestListPage(t, path, query)).json) ?? [];
      const items = reply.at('items');
      const isWrapped = envelope.must(
        typeof reply.at('totalCount') === 'number' && Array.isArray(items),
        `wrap=true with ${query} returns totalCount and items`,
        describeReply(reply),
      );
      if (!isWrapped) continue;
      envelope.mustEqual(
        listSortedKeys(list, items as unknown[]),
        listSortedKeys(list, unwrappedItems),
        `items of ${query} are the page`,
      );
      const total = t.for('HTTP-011');
      total.mustEqual(reply.at('totalCount'), length, `totalCount with ${query} counts the whole list`);
      total.mustEqual(reply.headers['x-total-count'], String(length), 'X-Total-Count equals totalCount');
    }
    const unwrapped = await requestListPage(t, path, 'wrap=false');
    envelope.must(
      Array.isArray(unwrapped.json) && unwrapped.json.length === length,
      'wrap=false returns the bare array',
      describeReply(unwrapped),
    );
  }),
];
