import { isDeepStrictEqual } from 'node:util';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { area } from '../../area.ts';
import { graphShape, nodeShapes } from '../nodes/node-shapes.ts';
import { busyGraph, givenRunning, givenSynced } from './running.ts';
import { copyIdIn, listedIds } from './copies.ts';
import { create, givenMayLitter } from './create.ts';
import { givenServed } from '../served.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import type { Audit, AuditTools } from '../../audit.ts';
import type { Detail } from '../../engine/outcome.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { LabNode } from '../../lab/palette.ts';

const lifecycleWithRuntime = area('lifecycle', 'token', 'project', 'runtime');
const lifecycle = area('lifecycle', 'token', 'project');

type Verb = 'save' | 'duplicate' | 'remove';

const call = (t: AuditTools, graph: LabGraph, verb: Verb, query = ''): Promise<Reply> =>
  t.http.post(`${pathTo`/api/graphs/${graph.id}/${verb}`}${query}`);

/** `must` where something is the question, else `given`. */
type Holds = (condition: boolean, message: string, detail?: Detail) => unknown;

/** Calls a verb where nothing speaks against it. */
const succeed = async (
  t: AuditTools,
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

/** A copy of a graph, taken away when the audit ends. */
export const copyOf = async (
  t: AuditTools,
  original: LabGraph,
  holds: Holds,
  query?: string,
): Promise<LabGraph> => {
  givenMayLitter(t, 'a copy is named freely');
  const before = await listedIds(t, original);
  const reply = await succeed(t, original, 'duplicate', holds, query);
  const added = before && (await listedIds(t, original))?.find((id) => !before.includes(id));
  const id = added ?? (await copyIdIn(t, reply, original));
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
  const running = async (t: AuditTools): Promise<LabGraph> => {
    const graph = await busyGraph(t);
    await givenSynced(t, graph);
    if (verb === 'duplicate') await copyOf(t, graph, t.given);
    else await succeed(t, graph, verb, t.given);
    await givenRunning(t, graph);
    return graph;
  };
  const refuse = async (t: AuditTools, graph: LabGraph): Promise<Reply> => {
    const reply = await call(t, graph, verb);
    const copy = reply.ok && verb === 'duplicate' ? await copyIdIn(t, reply, graph) : undefined;
    if (copy !== undefined) t.lab.adopt(copy);
    return reply;
  };
  return [
    lifecycleWithRuntime.audit(`${verb}-running`, [refused, 'ERR-025'], async (t) => {
      const graph = await running(t);
      await refusedWithoutTrace(t.of(refused, 'ERR-025'), () => listedIds(t, graph), [409, 'GRAPH_RUNNING'], {
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

/** Writes a value that a port did not hold before, and answers how it is read. */
const givenWritten = async (t: AuditTools, port: { readonly id: LabNode['id'] }): Promise<unknown> => {
  const before = await t.lab.read(port.id);
  t.given((await t.lab.write(port.id, 0.25)).ok, 'a port value can be written');
  const held = await t.lab.read(port.id);
  t.given(!isDeepStrictEqual(held, before), 'a value that was written is read');
  return held;
};

export const lifecycleAudits = [
  lifecycle.audit('save', ['FILE-SAVE-001'], async (t) => {
    const graph = await t.lab.graph();
    const { port } = await t.lab.port(graph, 'Float', 'input');
    await givenWritten(t, port);
    const shape = await t.keep(() => graphShape(t, graph));
    const value = await t.keep(() => t.lab.read(port.id));
    await succeed(t, graph, 'save', t.must);
    await t.mustAgree(shape, 'the nodes and connections are as they were');
    await t.mustAgree(value, 'and so is the value of a port');
  }),
  ...whileRunning('save', 'FILE-SAVE-002', 'RUN-005'),
  lifecycle.audit('duplicate', ['FILE-DUP-001'], async (t) => {
    const graph = await t.lab.graph();
    const { output, input } = await t.lab.wirablePair(graph);
    t.given((await t.lab.connect(graph, output.port.id, input.port.id)).ok, 'ports can be wired');
    const { node, port } = await t.lab.port(graph, 'Float', 'input');
    const held = await givenWritten(t, port);
    const wires = await t.lab.connectionsOf(graph);
    const nodes = await nodeShapes(t, graph);
    const shape = await t.keep(() => graphShape(t, graph));
    const value = await t.keep(() => t.lab.read(port.id));

    const copy = await copyOf(t, graph, t.must);
    const copied = await t.lab.nodesOf(copy);
    t.mustEqual(categoriesOf(copied), categoriesOf(nodes), 'the copy has the same nodes');
    t.must(
      copied.every(({ id }) => nodes.every((original) => String(original.id) !== String(id))),
      'under ids of their own',
    );
    t.mustEqual((await t.lab.connectionsOf(copy)).length, wires.length, 'and the same wire');
    const candidates = copied
      .filter(({ category }) => category === node.category)
      .flatMap(({ ports }) => ports)
      .filter(({ name, type, direction }) =>
        isDeepStrictEqual([name, type, direction], [port.name, port.type, port.direction]),
      );
    const values = await Promise.all(candidates.map(({ id }) => t.lab.read(id)));
    t.must(
      values.some((value) => isDeepStrictEqual(value, held)),
      'and the value that a port was given',
      { expected: held, actual: values },
    );

    await t.lab.node(copy, node.category);
    for (const { id } of candidates) await t.lab.write(id, 0.75);
    await t.mustAgree(shape, 'what is done to the copy leaves the graph as it was');
    await t.mustAgree(value, 'and the values of its ports');
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
  lifecycle.audit('removed-path', ['FILE-REMOVE-003'], async (t) => {
    const graph = await t.lab.graph();
    const { path } = graph.record;
    t.given(typeof path === 'string', 'a graph that shows its path');
    await succeed(t, graph, 'remove', t.given);
    const again = await create(t, { name: graph.name, path });
    t.observe(
      'a graph at the path of a removed one',
      `${again.status} ${String(again.at('error.code') ?? '')}`.trim(),
    );
  }),
];
