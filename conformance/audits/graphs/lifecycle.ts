import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { tocEntries } from '../../target/toc.ts';
import { nodeShapes } from '../nodes/node-shapes.ts';
import { givenRunning, givenSynced } from './running.ts';
import { givenServed } from '../served.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import type { Audit, AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';

const lifecycleWithRuntime = area('lifecycle', 'token', 'project', 'runtime');
const lifecycle = area('lifecycle', 'token', 'project');

type Verb = 'save' | 'duplicate' | 'remove';

const call = (t: AuditContext, graph: LabGraph, verb: Verb, query = ''): Promise<Reply> =>
  t.http.post(`${pathTo`/api/graphs/${graph.id}/${verb}`}${query}`);

type Holds = AuditContext['given'];

/** Calls a verb where nothing speaks against it; `holds` is `t.must` where that is the question, else `t.given`. */
const succeed = async (
  t: AuditContext,
  graph: LabGraph,
  verb: Verb,
  holds: Holds,
  query?: string,
): Promise<Reply> => {
  const reply = await call(t, graph, verb, query);
  await givenServed(t, `POST /api/graphs/{graphId}/${verb}`, reply);
  holds(reply.ok, `${verb} of a graph that stands still succeeds`, inShort(reply));
  return reply;
};

/** The id in the answer of a duplicate, wherever the target puts it; undefined when the answer has none. */
const idIn = (reply: Reply, original: LabGraph): string | undefined =>
  ['id', 'graphId', 'graph.id', 'newGraphId']
    .map((path) => reply.at(path))
    .find((id) => typeof id === 'string' && id !== original.id) as string | undefined;

/** The ids in the list of graphs; undefined where the target has no list that shows a graph which is there. */
const listedIds = async (t: AuditContext, present: LabGraph): Promise<readonly unknown[] | undefined> => {
  const named = t.manifest.choices.routes.listGraphs;
  const toc = await t.http.get('/api/toc');
  const usual = tocEntries(t.fields, toc.json).find(({ route }) => route === 'GET /api/graphs');
  const path = named?.replace(/^GET /, '') ?? usual?.path;
  const list = path === undefined ? undefined : await t.lab.readAll(path);
  const ids = recordsOf(list).map(({ id }) => id);
  return ids.includes(present.id) ? ids : undefined;
};

/** A copy of a graph, taken away when the audit ends. */
export const copyOf = async (
  t: AuditContext,
  original: LabGraph,
  holds: Holds,
  query?: string,
): Promise<LabGraph> => {
  if (!t.lab.canDiscard && !t.manifest.consent.destructive) {
    t.unverified(
      "a route that removes graphs, or the manifest's consent.destructive: a copy is named freely",
    );
  }
  const before = await listedIds(t, original);
  const reply = await succeed(t, original, 'duplicate', holds, query);
  const added = before && (await listedIds(t, original))?.find((id) => !before.includes(id));
  const id = added ?? idIn(reply, original);
  if (before) holds(id !== undefined, 'there is one graph more', inShort(reply));
  if (typeof id !== 'string') return t.unverified('the id of the copy, or a list of graphs');
  t.lab.adopt(id);
  return { id, name: '', record: {} };
};

const categoriesOf = (nodes: readonly Pick<LabNode, 'category'>[]): readonly string[] =>
  nodes.map(({ category }) => category).sort();

/** A verb that a graph which stands still allows is refused while it runs, and the graph runs on. */
const whileRunning = (
  verb: 'save' | 'duplicate',
  refused: 'FILE-SAVE-002' | 'FILE-DUP-002',
  unchanged: 'RUN-005' | 'RUN-006',
): readonly Audit[] => {
  const running = async (t: AuditContext): Promise<LabGraph> => {
    const graph = await t.lab.graph();
    await givenSynced(t, graph);
    if (verb === 'duplicate') await copyOf(t, graph, t.given);
    else await succeed(t, graph, verb, t.given);
    await givenRunning(t, graph);
    return graph;
  };
  const refuse = async (t: AuditContext, graph: LabGraph): Promise<Reply> => {
    const reply = await call(t, graph, verb);
    const copy = reply.ok && verb === 'duplicate' ? idIn(reply, graph) : undefined;
    if (copy !== undefined) t.lab.adopt(copy);
    return reply;
  };
  return [
    lifecycleWithRuntime.audit(`${verb}-running`, [refused, 'ERR-025'], async (t) => {
      const graph = await running(t);
      await refusedWithoutTrace(t, () => listedIds(t, graph), [409, 'GRAPH_RUNNING'], {
        [verb]: () => refuse(t, graph),
      });
    }),
    lifecycleWithRuntime.audit(
      `${verb}-runs-on`,
      [unchanged],
      { likelyCause: `a refused ${verb} stops the graph: a second one is not refused any more` },
      async (t) => {
        const graph = await running(t);
        t.mustFail(await refuse(t, graph), 409, 'GRAPH_RUNNING');
        t.mustFail(await refuse(t, graph), 409, 'GRAPH_RUNNING');
      },
    ),
  ];
};

export const lifecycleAudits = [
  lifecycle.audit('save', ['FILE-SAVE-001'], async (t) => {
    const graph = await t.lab.graph();
    const { port } = await t.lab.port(graph, 'Float', 'input');
    t.given((await t.lab.write(port.id, 0.25)).ok, 'a port value can be written');
    const nodes = await nodeShapes(t, graph);
    await succeed(t, graph, 'save', t.must);
    t.mustEqual(await nodeShapes(t, graph), nodes, 'the nodes are as they were');
    t.mustEqual(await t.lab.read(port.id), 0.25, 'and so is the value of a port');
  }),
  ...whileRunning('save', 'FILE-SAVE-002', 'RUN-005'),
  lifecycle.audit('duplicate', ['FILE-DUP-001'], async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    t.given((await t.lab.connect(graph, output.port.id, input.port.id)).ok, 'ports can be wired');
    const { node, port } = await t.lab.port(graph, 'Float', 'input');
    t.given((await t.lab.write(port.id, 0.25)).ok, 'a port value can be written');
    const nodes = await nodeShapes(t, graph);

    const copy = await copyOf(t, graph, t.must);
    const copied = await t.lab.nodesOf(copy);
    t.mustEqual(categoriesOf(copied), categoriesOf(nodes), 'the copy has the same nodes');
    t.must(
      copied.every(({ id }) => nodes.every((original) => original.id !== id)),
      'under ids of their own',
    );
    t.mustEqual((await t.lab.connectionsOf(copy)).length, 1, 'and the same wire');
    const values = copied
      .filter(({ category }) => category === node.category)
      .map(({ ports }) => t.lab.read(String(ports[node.ports.indexOf(port)]?.id)));
    t.must((await Promise.all(values)).includes(0.25), 'and the value that a port was given');

    await t.lab.node(copy, node.category);
    t.mustEqual(await nodeShapes(t, graph), nodes, 'what is done to the copy leaves the graph as it was');
  }),
  ...whileRunning('duplicate', 'FILE-DUP-002', 'RUN-006'),
  lifecycle.audit('remove', ['FILE-REMOVE-001'], async (t) => {
    const other = await t.lab.graph();
    const graph = await t.lab.graph();
    const [node] = await t.lab.nodesOf(graph);
    t.given(node !== undefined, 'a graph with a node');
    const nodeHere = pathTo`/api/nodes/${node?.id}`;
    t.given((await t.http.get(nodeHere)).ok, 'a node can be read');

    await succeed(t, graph, 'remove', t.must);
    t.mustFail(await t.http.get(pathTo`/api/graphs/${graph.id}/nodes`), 404, 'GRAPH_NOT_FOUND');
    t.mustNotSucceed(await t.http.get(nodeHere), 'the nodes of the graph went with it');
    t.mustFail(await call(t, graph, 'remove'), 404, 'GRAPH_NOT_FOUND');
    t.must((await t.lab.nodesOf(other)).length > 0, 'another graph is still there');
  }),
];
