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

/** A graph whose Start leads to another node. */
export const executingGraph = async (t: AuditTools): Promise<LabGraph> => {
  const graph = await t.lab.graph();
  const start = (await t.lab.nodesOf(graph)).find(({ category }) => category.toLowerCase() === 'start');
  const from = trigger(start, 'output');
  const values = await t.http.get('/api/node-types/enum-values');
  const offered = stringsOf(t.fields.items(values.json));
  const category = harmless.flatMap((name) => offered.filter((value) => name.test(value)))[0];
  t.given(from !== undefined && category !== undefined, 'a Start node and a node type to lead it to');
  const to = trigger(await t.lab.node(graph, category!), 'input');
  t.given(to !== undefined, `a trigger input on ${category}`);
  t.given((await t.lab.connect(graph, from!.id, to!.id)).ok, 'Start can be wired to it');
  return graph;
};

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
