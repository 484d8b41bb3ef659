import { isDeepStrictEqual } from 'node:util';
import { givenRouteServed } from '../audit-helpers/listed-routes.ts';
import { mustRejectWithoutEffect } from '../audit-helpers/must-reject.ts';
import { type Audit, type AuditTools, defineAuditArea } from '../audit.ts';
import { describeReply, describeStatus, type Reply } from '../target/http/exchange.ts';
import { pathTo } from '../target/id.ts';
import { createGraph, findCopyId, givenCleanupPossible, listGraphIds } from './graphs/create-graph.ts';
import { readGraphStructure, readNodeStructure } from './nodes/find-nodes.ts';
import { createBusyGraph, givenRunning, givenSynced } from '../audit-helpers/executing-graph.ts';
import type { TargetGraph } from '../audit-helpers/fixtures.ts';
import type { TargetNode } from '../audit-helpers/node-type-survey.ts';
import type { AssertionDetail } from '../runner/audit-outcome.ts';

const lifecycleWithRuntime = defineAuditArea('lifecycle', 'token', 'project', 'runtime');
const lifecycle = defineAuditArea('lifecycle', 'token', 'project');

type LifecycleVerb = 'save' | 'duplicate' | 'remove';

const postVerb = (t: AuditTools, graph: TargetGraph, verb: LifecycleVerb, query = ''): Promise<Reply> =>
  t.http.post(`${pathTo`/api/graphs/${graph.id}/${verb}`}${query}`);

/** The check to use: `must` when the audit is about the call itself, otherwise `given`. */
type Check = (condition: boolean, message: string, detail?: AssertionDetail) => unknown;

/** Posts a verb that should succeed, and requires that the call succeeds. */
const postSuccessfully = async (
  t: AuditTools,
  graph: TargetGraph,
  verb: LifecycleVerb,
  check: Check,
  query?: string,
): Promise<Reply> => {
  const reply = await postVerb(t, graph, verb, query);
  await givenRouteServed(t, `POST /api/graphs/{graphId}/${verb}`, reply);
  check(reply.ok, `${verb} of a stopped graph succeeds`, describeReply(reply));
  return reply;
};

/** Duplicates a graph and deletes the copy when the audit ends. */
export const duplicateGraph = async (
  t: AuditTools,
  original: TargetGraph,
  check: Check,
  query?: string,
): Promise<TargetGraph> => {
  givenCleanupPossible(t, 'a copy has a generated name');
  const before = await listGraphIds(t, original);
  const reply = await postSuccessfully(t, original, 'duplicate', check, query);
  const added = before && (await listGraphIds(t, original))?.find((id) => !before.includes(id));
  const id = added ?? (await findCopyId(t, reply, original));
  if (before) check(id !== undefined, 'there is one more graph', describeReply(reply));
  if (typeof id !== 'string') return t.unverified('the id of the copy, or a list of graphs');
  t.fixtures.adopt(id);
  return { id, name: '', record: {} };
};

const listCategories = (nodes: readonly Pick<TargetNode, 'category'>[]): readonly string[] =>
  nodes.map(({ category }) => category).sort();

/**
 * Defines audits of a verb that is allowed only while the graph is stopped. The audits check that the verb is rejected
 * while the graph runs, and that the graph continues to run.
 */
const defineWhileRunningAudits = (
  verb: 'save' | 'duplicate',
  refused: 'FILE-SAVE-002' | 'FILE-DUP-002',
  unchanged: 'RUN-005' | 'RUN-006',
): readonly Audit[] => {
  const running = async (t: AuditTools): Promise<TargetGraph> => {
    const graph = await createBusyGraph(t);
    await givenSynced(t, graph);
    if (verb === 'duplicate') await duplicateGraph(t, graph, t.given);
    else await postSuccessfully(t, graph, verb, t.given);
    await givenRunning(t, graph);
    return graph;
  };
  const refuse = async (t: AuditTools, graph: TargetGraph): Promise<Reply> => {
    const reply = await postVerb(t, graph, verb);
    const copy = reply.ok && verb === 'duplicate' ? await findCopyId(t, reply, graph) : undefined;
    if (copy !== undefined) t.fixtures.adopt(copy);
    return reply;
  };
  return [
    lifecycleWithRuntime.audit(`${verb}-running`, [refused, 'ERR-025'], async (t) => {
      const graph = await running(t);
      await mustRejectWithoutEffect(
        t.for(refused, 'ERR-025'),
        () => listGraphIds(t, graph),
        [409, 'GRAPH_RUNNING'],
        { [verb]: () => refuse(t, graph) },
      );
    }),
    lifecycleWithRuntime
      .with({ likelyCause: `a rejected ${verb} stops the graph: a second one is no longer rejected` })
      .audit(`${verb}-runs-on`, [unchanged], async (t) => {
        const graph = await running(t);
        t.mustFail(await refuse(t, graph), 409, 'GRAPH_RUNNING');
        t.mustFail(await refuse(t, graph), 409, 'GRAPH_RUNNING');
      }),
  ];
};

/** Writes a new value to a port, and returns the value that is read back. */
const givenValueWritten = async (
  t: AuditTools,
  port: { readonly id: TargetNode['id'] },
): Promise<unknown> => {
  const before = await t.fixtures.read(port.id);
  t.given((await t.fixtures.write(port.id, 0.25)).ok, 'a port value can be written');
  const stored = await t.fixtures.read(port.id);
  t.given(!isDeepStrictEqual(stored, before), 'a written value can be read');
  return stored;
};

export const audits = [
  lifecycle.audit('save', ['FILE-SAVE-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const { port } = await t.fixtures.port(graph, 'Float', 'input');
    await givenValueWritten(t, port);
    const shape = await t.snapshot(() => readGraphStructure(t, graph));
    const value = await t.snapshot(() => t.fixtures.read(port.id));
    await postSuccessfully(t, graph, 'save', t.must);
    await t.mustBeUnchanged(shape, 'the nodes and connections are unchanged');
    await t.mustBeUnchanged(value, 'the value of a port is unchanged');
  }),
  ...defineWhileRunningAudits('save', 'FILE-SAVE-002', 'RUN-005'),
  lifecycle.audit('duplicate', ['FILE-DUP-001'], async (t) => {
    const graph = await t.fixtures.graph();
    const { output, input } = await t.fixtures.connectablePair(graph);
    t.given((await t.fixtures.connect(graph, output.port.id, input.port.id)).ok, 'ports can be connected');
    const { node, port } = await t.fixtures.port(graph, 'Float', 'input');
    const stored = await givenValueWritten(t, port);
    const connections = await t.fixtures.listConnections(graph);
    const nodes = await readNodeStructure(t, graph);
    const shape = await t.snapshot(() => readGraphStructure(t, graph));
    const value = await t.snapshot(() => t.fixtures.read(port.id));

    const copy = await duplicateGraph(t, graph, t.must);
    const copied = await t.fixtures.listNodes(copy);
    t.mustEqual(listCategories(copied), listCategories(nodes), 'the copy has the same nodes');
    t.must(
      copied.every(({ id }) => nodes.every((original) => String(original.id) !== String(id))),
      'the nodes of the copy have their own ids',
    );
    t.mustEqual(
      (await t.fixtures.listConnections(copy)).length,
      connections.length,
      'the copy has the same connection',
    );
    const candidates = copied
      .filter(({ category }) => category === node.category)
      .flatMap(({ ports }) => ports)
      .filter(({ name, type, direction }) =>
        isDeepStrictEqual([name, type, direction], [port.name, port.type, port.direction]),
      );
    const values = await Promise.all(candidates.map(({ id }) => t.fixtures.read(id)));
    t.must(
      values.some((value) => isDeepStrictEqual(value, stored)),
      'the copy has the value written to a port',
      { expected: stored, actual: values },
    );

    await t.fixtures.node(copy, node.category);
    for (const { id } of candidates) await t.fixtures.write(id, 0.75);
    await t.mustBeUnchanged(shape, 'changes to the copy leave the original unchanged');
    await t.mustBeUnchanged(value, 'changes to the copy leave the port values of the original unchanged');
  }),
  ...defineWhileRunningAudits('duplicate', 'FILE-DUP-002', 'RUN-006'),
  lifecycle.audit('remove', ['FILE-REMOVE-001'], async (t) => {
    const otherGraph = await t.fixtures.graph();
    const graph = await t.fixtures.graph();
    const [node] = await t.fixtures.listNodes(graph);
    t.given(node !== undefined, 'a graph with a node');
    const nodeHere = pathTo`/api/nodes/${node?.id}`;
    t.given((await t.http.get(nodeHere)).ok, 'a node can be read');

    await postSuccessfully(t, graph, 'remove', t.must);
    t.mustFail(await t.http.get(pathTo`/api/graphs/${graph.id}/nodes`), 404, 'GRAPH_NOT_FOUND');
    t.mustNotSucceed(await t.http.get(nodeHere), 'the nodes of the graph are deleted with it');
    t.mustFail(await postVerb(t, graph, 'remove'), 404, 'GRAPH_NOT_FOUND');
    t.must((await t.fixtures.listNodes(otherGraph)).length > 0, 'another graph is still there');
  }),
  lifecycle.audit('removed-path', ['FILE-REMOVE-003'], async (t) => {
    const graph = await t.fixtures.graph();
    const { path } = graph.record;
    t.given(typeof path === 'string', 'a graph with a path');
    await postSuccessfully(t, graph, 'remove', t.given);
    const recreated = await createGraph(t, { name: graph.name, path });
    t.observe('a graph at the path of a deleted one', describeStatus(recreated));
  }),
];
