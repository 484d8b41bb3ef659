/** Audits of graph paths, and of graphs that replace, or must not replace, another graph. */
import { randomUUID } from 'node:crypto';
import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { filterRecords } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { readNodeStructure } from '../nodes/read-graph-structure.ts';
import { chooseNodeType } from '../nodes/choose-node-type.ts';
import { createGraph, givenGraphCreated } from './create-graph-directly.ts';
import type { AuditTools } from '../../audit.ts';

const graphs = defineAuditArea('graphs', 'token', 'project');

/** Creates a graph and returns it together with its path. */
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

export const graphPathAudits = [
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
  graphs.audit(
    'refused',
    ['GRAPH-CREATE-006'],
    { likelyCause: 'a graph is registered, or the existing one removed, before the path is checked' },
    async (t) => {
      const first = await createGraphAtOwnPath(t);
      const nodes = await t.snapshot(() => readNodeStructure(t, first));
      const list = await t.snapshot(() => listGraphIds(t));
      const refused = await createGraph(t, { name: first.name, path: first.path });
      t.given(!refused.ok, 'a path that is in use is rejected', { actual: refused.status });
      const after = await t.http.get(pathTo`/api/graphs/${first.id}/nodes`);
      t.must(after.ok, 'the existing graph is still there', describeReply(after));
      await t.mustBeUnchanged(nodes, 'the existing graph still has its nodes');
      await t.mustBeUnchanged(list, 'the list of graphs is unchanged');
    },
  ),
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
    t.must(replaced.ok, 'replace=true replaces the graph', describeReply(replaced));
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
];
