import { randomUUID } from 'node:crypto';
import { nonexistentId } from '../../audit-helpers/fixtures.ts';
import { toTempId } from '../../audit-helpers/node-type-survey.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, isRecord, type JsonRecord } from '../../json.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { isId, pathTo } from '../../target/id.ts';
import { chooseNodeType, defaultNodes, findDefaultNode, readNodeStructure } from '../nodes/find-nodes.ts';
import { createGraph, givenCleanupPossible, givenGraphCreated } from './create-graph.ts';

const graphs = defineAuditArea('graphs', 'token', 'project');

/**
 * Lists calls about a graph that need neither a runtime nor a node in the graph. The calls have a documented body or no
 * body.
 */
const createGraphCalls = (
  category: string,
): readonly (readonly [verb: string, rest: string, body?: unknown])[] => {
  const spec = { category, locationX: 0, locationY: 0 };
  return [
    ['GET', '/nodes'],
    ['GET', '/connections'],
    ['GET', '/layout/saved'],
    ['GET', '/layout/aspect-ratio'],
    ['POST', '/nodes', spec],
    ['POST', '/nodes/bulk', [spec]],
    ['POST', '/build', { nodes: [{ tempId: toTempId('one'), category, ports: {} }], connections: [] }],
    ['POST', '/layout'],
    ['POST', '/layout/tidy'],
    ['POST', '/layout/restore'],
    ['POST', '/save'],
    ['POST', '/remove'],
  ];
};

/** Finds a node type for calls about an unknown graph. Returns an empty string when the target offers no node types. */
const findAnyNodeType = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.fixtures.palette();
  return nodes.length > 0 ? chooseNodeType(t) : '';
};

const createGraphWithPath = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { path } = graph.record;
  return typeof path === 'string' && path !== '' ? { ...graph, path } : t.unverified('a graph with a path');
};

/**
 * Creates a graph at a path that no other graph has, in the form of the paths that the target shows: beside a graph
 * whose path ends with its name, or in the folder that the target shows as the path of both graphs.
 */
const createGraphAtOwnPath = async (t: AuditTools) => {
  const first = await createGraphWithPath(t);
  const second = await createGraphWithPath(t);
  const name = `${t.manifest.namespace}-${randomUUID().slice(0, 8)}`;
  const separator = first.path.includes('\\') ? '\\' : '/';
  const isFolder = first.path === second.path;
  const path = isFolder
    ? `${first.path.replace(/[\\/]+$/, '')}${separator}${name}`
    : first.path.replace(/[^\\/]*?(\.\w+)?[\\/]*$/, (_, extension = '') => `${name}${extension}`);
  const reply = await createGraph(t, { name, path });
  t.given(
    reply.ok && reply.at('path') === path,
    'a graph at a path like those that the target shows',
    describeReply(reply),
  );
  return { id: String(reply.at('id')), name, path, record: {} };
};

/** Returns the ids of all graphs, or `undefined` when no route lists them. */
const listGraphIds = async (t: AuditTools): Promise<readonly string[] | undefined> => {
  const route = t.route('listGraphs');
  const list = route && (await t.fixtures.readAll(route.template));
  return list && filterRecords(list).map(({ id }) => String(id));
};

const listCategories = (nodes: readonly { readonly category?: unknown }[]): readonly string[] =>
  nodes.map(({ category }) => String(category)).sort();

/** Returns the folders in a path, outermost first. The last segment of the path belongs to the graph itself. */
const listFolders = (path: string): readonly string[] => path.split(/[\\/]+/).slice(0, -1);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const listIds = (items: unknown): readonly string[] => filterRecords(items).map(({ id }) => String(id));

const listPortIds = (nodes: readonly unknown[]): readonly string[] =>
  nodes.filter(isRecord).flatMap(({ ports }) => listIds(ports));

const readListedNodes = async (t: AuditTools, graphId: unknown): Promise<readonly JsonRecord[]> => {
  const list = await t.fixtures.readAll(pathTo`/api/graphs/${graphId}/nodes`);
  t.given(list !== undefined, 'the nodes of a graph are listed');
  return filterRecords(list);
};

/** Returns the expected items that a list lacks. */
const listMissing = (listed: readonly string[], expected: readonly string[]): readonly string[] =>
  expected.filter((id) => !listed.includes(id));

export const audits = [
  graphs.audit('create', ['GRAPH-CREATE-001', 'GRAPH-001', 'GRAPH-003', 'GRAPH-005'], async (t) => {
    const name = `${t.manifest.namespace}-named`;
    const reply = await createGraph(t, { name }, '?replace=true');
    t.for('GRAPH-CREATE-001').mustSucceed(reply, 'a graph can be created');
    givenGraphCreated(t, reply);
    t.for('GRAPH-001').must(uuidPattern.test(String(reply.at('id'))), 'the graph has a UUID as its id', {
      actual: reply.at('id'),
    });
    t.for('GRAPH-003').mustEqual(reply.at('name'), name, 'the graph has the requested name');
    const path = reply.at('path');
    t.for('GRAPH-005').must(typeof path === 'string' && path !== '', 'the graph has a path', {
      actual: path,
    });
  }),
  graphs.audit('create-full', ['GRAPH-CREATE-001'], async (t) => {
    const reply = await createGraph(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    givenGraphCreated(t, reply);
    const nodes = filterRecords(reply.at('nodes'));
    const list = await readListedNodes(t, reply.at('id'));
    t.must(list.length > 0, 'a new graph has nodes', describeReply(reply));
    t.mustEqual(
      listMissing(listIds(nodes), listIds(list)),
      [],
      'the response contains all nodes of the graph',
    );
    t.mustEqual(
      listMissing(listPortIds(nodes), listPortIds(list)),
      [],
      'the response contains all ports of the nodes',
    );
  }),
  graphs.audit('create-status', ['GRAPH-CREATE-002'], async (t) => {
    const reply = await createGraph(t, { name: `${t.manifest.namespace}-named` }, '?replace=true');
    givenGraphCreated(t, reply);
    t.observe('status of a created graph', reply.status);
  }),
  graphs.audit('default-nodes', ['GRAPH-006', 'GRAPH-007'], async (t) => {
    const { id, record } = await t.fixtures.graph();
    const nodes = filterRecords(record.nodes);
    const list = await readListedNodes(t, id);
    for (const name of defaultNodes) {
      const actual = { actual: list.map(({ category }) => category) };
      t.for('GRAPH-006').must(
        (await findDefaultNode(t, list, name)) !== undefined,
        `a new graph contains ${name}`,
        actual,
      );
      const node = await findDefaultNode(t, nodes, name);
      const ports = filterRecords(node?.ports);
      t.for('GRAPH-007').must(
        ports.length > 0 && ports.every((port) => isId(port.id)),
        `${name} includes the ids of its ports`,
        { actual: node ?? summarizeNodes(nodes) },
      );
    }
    t.for('GRAPH-007').mustEqual(
      listMissing(listPortIds(nodes), listPortIds(list)),
      [],
      `no port is missing`,
    );
  }),
  graphs.audit('typed-ports', ['OVER-GRAPH-001'], async (t) => {
    const { record, id } = await t.fixtures.graph();
    const { graphId } = await t.fixtures.palette();
    const lists = [
      filterRecords(record.nodes),
      await readListedNodes(t, id),
      await readListedNodes(t, graphId ?? id),
    ];
    for (const nodes of lists) {
      const ports = nodes.flatMap((node) => filterRecords(node.ports));
      t.must(ports.length > 0, 'the nodes of a graph have ports', { actual: summarizeNodes(nodes) });
      const untyped = ports.filter(({ type }) => typeof type !== 'string' || type === '');
      t.must(untyped.length === 0, 'every port has a type', { actual: untyped[0] });
    }
  }),
  graphs.audit('name-generated', ['GRAPH-004'], async (t) => {
    givenCleanupPossible(t, 'the name is outside the namespace');
    const reply = await createGraph(t, {});
    t.mustSucceed(reply, 'a graph can be created without a name');
    const name = reply.at('name');
    t.must(typeof name === 'string' && name !== '', 'a name is generated', { actual: name });
  }),
  graphs.audit('addressed-by-id', ['GRAPH-002'], async (t) => {
    const one = await t.fixtures.graph();
    const otherGraph = await t.fixtures.graph();
    t.must(one.id !== otherGraph.id, 'two graphs have different ids');
    const created = await t.fixtures.node(one, await chooseNodeType(t));
    const isCreatedNode = ({ id }: { readonly id: unknown }): boolean => String(id) === String(created.id);
    t.must(
      (await t.fixtures.listNodes(one)).some(isCreatedNode),
      'the node is in the graph to which it was added',
    );
    t.must(!(await t.fixtures.listNodes(otherGraph)).some(isCreatedNode), 'the node is in no other graph');
  }),

  graphs.audit('default-folder', ['GRAPH-009'], async (t) => {
    const folders = listFolders((await createGraphWithPath(t)).path);
    const otherFolders = listFolders((await createGraphWithPath(t)).path);
    const areBothRoot = folders.length === 0 && otherFolders.length === 0;
    const ownFolderCount = folders.filter((folder, index) => folder !== otherFolders[index]).length;
    t.must(
      areBothRoot ||
        (folders.length === otherFolders.length && ownFolderCount <= 1 && ownFolderCount < folders.length),
      'two graphs without a path lie in one folder, or each in its own folder there',
      { actual: [folders.join('/'), otherFolders.join('/')] },
    );
  }),
  graphs.audit('duplicate-path', ['GRAPH-CREATE-004', 'ERR-023'], async (t) => {
    const first = await createGraphAtOwnPath(t);
    for (const query of ['', '?replace=false']) {
      const repeated = await createGraph(t, { name: first.name, path: first.path }, query);
      if (repeated.ok && repeated.at('path') !== first.path)
        t.unverified('a second graph at the path of the first: the target chose another path');
      t.for('GRAPH-CREATE-004', 'ERR-023').mustFail(repeated, 409, 'DUPLICATE_PATH');
    }
  }),
  graphs
    .with({ likelyCause: 'a graph is registered, or the existing one removed, before the path is checked' })
    .audit('refused', ['GRAPH-CREATE-006'], async (t) => {
      const first = await createGraphAtOwnPath(t);
      const nodes = await t.snapshot(() => readNodeStructure(t, first));
      const list = await t.snapshot(() => listGraphIds(t));
      const refused = await createGraph(t, { name: first.name, path: first.path });
      t.given(!refused.ok, 'a path that is in use is rejected', { actual: refused.status });
      const after = await t.http.get(pathTo`/api/graphs/${first.id}/nodes`);
      t.mustSucceed(after, 'the existing graph is still there');
      await t.mustBeUnchanged(nodes, 'the existing graph still has its nodes');
      await t.mustBeUnchanged(list, 'the list of graphs is unchanged');
    }),
  graphs.audit('replace', ['GRAPH-CREATE-005'], async (t) => {
    const first = await createGraphAtOwnPath(t);
    const initialCategories = listCategories(await t.fixtures.listNodes(first));
    await t.fixtures.node(first, await chooseNodeType(t));
    const existing = { name: first.name, path: first.path };
    const refused = await createGraph(t, existing);
    t.given(refused.status === 409, 'a path that is in use is rejected without replace', {
      actual: refused.status,
    });
    const replaced = await createGraph(t, existing, '?replace=true');
    t.mustSucceed(replaced, 'replace=true replaces the graph');
    givenGraphCreated(t, replaced);
    t.mustEqual(replaced.at('path'), first.path, 'the new graph has the same path');
    const graph = { id: String(replaced.at('id')), name: first.name, record: {} };
    t.mustEqual(
      listCategories(filterRecords(replaced.at('nodes'))),
      initialCategories,
      'the new graph has the nodes of a new graph',
    );
    t.mustEqual(
      listCategories(await t.fixtures.listNodes(graph)),
      initialCategories,
      'the new graph has no node of the one it replaced',
    );
  }),

  graphs.audit('unknown', ['GRAPH-UNKNOWN-001', 'ERR-014'], async (t) => {
    const graph = await t.fixtures.graph();
    const call = (
      id: string,
      [verb, subPath, body]: ReturnType<typeof createGraphCalls>[number],
    ): Promise<Reply> =>
      t.http.send(verb, `${pathTo`/api/graphs/${id}`}${subPath}`, body === undefined ? {} : { json: body });
    const unproven: string[] = [];
    for (const graphCall of createGraphCalls(await findAnyNodeType(t))) {
      const [verb, subPath] = graphCall;
      if ((await call(graph.id, graphCall)).ok) {
        t.for('GRAPH-UNKNOWN-001', 'ERR-014').mustFail(
          await call(nonexistentId, graphCall),
          404,
          'GRAPH_NOT_FOUND',
        );
      } else unproven.push(`${verb} ${subPath}`);
    }
    t.observe('calls for which success with an existing graph was not shown', unproven);
    t.given(unproven.length < createGraphCalls('').length, 'calls that succeed for an existing graph');
  }),
];

const summarizeNodes = (nodes: readonly JsonRecord[]) => nodes.map(({ category }) => category);
