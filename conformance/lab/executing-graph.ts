import { pathTo } from '../target/id.ts';
import { inShort } from '../target/http/in-short.ts';
import { stringsOf } from '../json.ts';
import type { Id } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { LabGraph } from './lab.ts';
import type { LabNode } from './palette.ts';

/** Steps a graph and leaves the audit NOT_VERIFIED where that fails: other audits judge the routes. */
export const stepGraph = async (
  t: AuditTools,
  graph: LabGraph,
  verb: 'sync' | 'run' | 'stop',
): Promise<void> => {
  const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/${verb}`);
  t.given(reply.ok, `${verb} of a graph succeeds`, inShort(reply));
};

export const runGraph = async (t: AuditTools, graph: LabGraph): Promise<void> => {
  await stepGraph(t, graph, 'sync');
  t.defer(() => t.http.post(pathTo`/api/graphs/${graph.id}/stop`));
  await stepGraph(t, graph, 'run');
};

/** Node types that are harmless to execute, by what they are usually called; the first that is offered is taken. */
const harmless = [/^log/i, /^(print|debug)/i, /^sequence/i, /^delay/i, /branch|^if/i];

const trigger = (node: LabNode | undefined, direction: 'input' | 'output') =>
  node?.ports.find((port) => port.type === 'Trigger' && port.direction === direction);

/** A node type that is harmless to execute. */
const harmlessType = async (t: AuditTools): Promise<string> => {
  const offered = stringsOf(await t.lab.readAll('/api/node-types/enum-values'));
  return (
    harmless.flatMap((name) => offered.filter((value) => name.test(value)))[0] ??
    t.unverified('a node type to lead Start to, such as Log')
  );
};

/** A graph one of whose default nodes leads to a node that was added for it. */
export const ledGraph = async (t: AuditTools, by: 'start' | 'onnewframe' = 'start') => {
  const graph = await t.lab.graph();
  const first =
    (await t.lab.nodesOf(graph)).find(({ category }) => category.toLowerCase() === by) ??
    t.unverified(`a ${by} node in a new graph`);
  const led = await t.lab.node(graph, await harmlessType(t));
  const [from, to] = [trigger(first, 'output'), trigger(led, 'input')];
  if (!from || !to)
    return t.unverified(`a trigger output on ${first.category}, and an input on ${led.category}`);
  t.given(
    (await t.lab.connect(graph, from.id, to.id)).ok,
    `${first.category} can be wired to ${led.category}`,
  );
  return { graph, first, led };
};

/** A graph whose Start leads to another node. */
export const executingGraph = async (t: AuditTools): Promise<LabGraph> => (await ledGraph(t)).graph;

/** What an event of a graph may name: the graph, its nodes, their ports. */
export const namesOfGraph = async (t: AuditTools, graph: LabGraph): Promise<readonly Id[]> => {
  const nodes = await t.lab.nodesOf(graph);
  return [graph.id, graph.name, ...nodes.flatMap(({ id, ports }) => [id, ...ports.map((port) => port.id)])];
};

/** The values of all data ports that can be read, as they are now. */
export const portValuesOf = async (t: AuditTools, graph: LabGraph): Promise<readonly unknown[]> => {
  await t.http.post(pathTo`/api/graphs/${graph.id}/ports/sync`);
  const ports = (await t.lab.nodesOf(graph))
    .flatMap((node) => node.ports)
    .filter(({ type }) => type !== 'Trigger');
  const replies = await Promise.all(ports.map(({ id }) => t.http.get(pathTo`/api/ports/${id}/value`)));
  return replies.map((reply) => (reply.ok ? t.fields.portValue(reply.json) : undefined));
};
