import { filterRecords, type JsonRecord, walkJson } from '../json.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import {
  createModelGraph,
  createModelNode,
  isDriven,
  type ModelConnection,
  type ModelGraph,
} from './graph-model.ts';
import { parseTargetNode } from '../audit-helpers/node-type-survey.ts';
import { isChildOf, isMarkedDisabled, type ModelContext, portPath } from './model-context.ts';
import { expandableTypes } from './sample-values.ts';
import type { TargetNode, TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { AuditContext } from '../audit.ts';

/** Reads the current nodes of a graph. */
export const readNodes = async (
  { t }: ModelContext,
  graph: Pick<ModelGraph, 'id'>,
): Promise<readonly TargetNode[]> => {
  const list = await t.fixtures.readAll(pathTo`/api/graphs/${graph.id}/nodes`);
  if (list === undefined) return t.unverified('the nodes of a graph can be listed');
  return filterRecords(list).flatMap((record) => parseTargetNode(record, t.fields) ?? []);
};

/**
 * The ports of a graph, keyed by id as a string, with the node that owns each port. The owner is `undefined` for a
 * hidden sub-port.
 */
type PortEnds = Map<string, { readonly id: Id; readonly owner: string | undefined }>;

/**
 * Reads the current connections of a graph. The fields that hold the ends of a connection are recognized by the ids
 * that they contain.
 */
export const readConnections = async (
  t: AuditContext,
  graph: ModelGraph,
): Promise<readonly ModelConnection[]> => {
  const list = await t.fixtures.readAll(pathTo`/api/graphs/${graph.id}/connections`);
  if (list === undefined) return t.unverified('the connections of a graph can be listed');
  const outputs: PortEnds = new Map();
  const inputs: PortEnds = new Map();
  for (const { output, input } of graph.connections) {
    outputs.set(String(output), { id: output, owner: undefined });
    inputs.set(String(input), { id: input, owner: undefined });
  }
  for (const { id: nodeId, ports } of graph.nodes.values()) {
    for (const { id, direction } of ports)
      (direction === 'output' ? outputs : inputs).set(String(id), { id, owner: String(nodeId) });
  }
  return filterRecords(list).map((record) => parseConnection(t, record, outputs, inputs));
};

const parseConnection = (
  t: AuditContext,
  record: JsonRecord,
  outputs: PortEnds,
  inputs: PortEnds,
): ModelConnection => {
  const id = t.fields.read(record, 'connection.id');
  const ids = [...walkJson(record)].filter(isId).map(String);
  const ownIndex = ids.indexOf(String(id));
  const otherIds = ids.filter((_, index) => index !== ownIndex);
  const [output, input] = [findEnd(otherIds, outputs), findEnd(otherIds, inputs)];
  t.must(output !== undefined && input !== undefined, 'a connection names two ports of its graph', {
    actual: record,
  });
  return { id: isId(id) ? id : undefined, output: output ?? '', input: input ?? '' };
};

/**
 * Finds the port that a record names as one end of a connection. Nodes and ports may have equal ids, so a port is
 * preferred if the record also names its node.
 */
const findEnd = (ids: readonly string[], ends: PortEnds): Id | undefined => {
  const candidates = ids.flatMap((id) => ends.get(id) ?? []);
  const certain = candidates.filter(({ owner }) => owner !== undefined && ids.includes(owner));
  return (certain[0] ?? candidates[0])?.id;
};

export const readPortValue = async ({ t }: ModelContext, port: Pick<TargetPort, 'id'>): Promise<unknown> => {
  const reply = await t.http.get(portPath(port, 'value'));
  t.mustSucceed(reply, 'the value of a port is read');
  return t.fields.portValue(reply.json);
};

/**
 * Whether the author sets the value of a port. This applies to most inputs, but the value of a Generic port may depend
 * on the port's connection.
 */
const hasAuthoredValue = ({ type, direction, record }: TargetPort): boolean =>
  direction === 'input' && !['Trigger', 'Button', 'Generic'].includes(type) && record.isSensitive !== true;

const sortAsJson = (items: readonly unknown[]): readonly string[] =>
  items.map((item) => JSON.stringify(item)).sort();

/**
 * Describes each node by the values and the disabled state of its ports, and each connection by the types and names of
 * its ends. Only values of unconnected ports count, and only while no port is expanded.
 */
export const describeContents = async (
  context: ModelContext,
  graph: ModelGraph,
  withValues: boolean,
): Promise<unknown> => {
  const { disabledField } = context;
  const nodes = [];
  for (const { category, ports } of graph.nodes.values()) {
    const portContents = [];
    for (const port of ports) {
      if (graph.parents.has(port.id)) continue;
      portContents.push([
        port.name,
        port.direction,
        ...(disabledField && port.type === 'Trigger' ? [isMarkedDisabled(port, disabledField)] : []),
        ...(withValues && hasAuthoredValue(port) && !isDriven(graph, port.id)
          ? [await readPortValue(context, port)]
          : []),
      ]);
    }
    nodes.push([category, sortAsJson(portContents)]);
  }
  return { nodes: sortAsJson(nodes), wires: describeConnections(graph) };
};

const describeConnections = (graph: ModelGraph): readonly string[] => {
  const portNames = new Map(
    [...graph.nodes.values()].flatMap(({ category, ports }) =>
      ports.map((port) => [port.id, `${category}/${port.name ?? port.type}`] as const),
    ),
  );
  const end = (portId: Id): string | undefined =>
    portNames.get(portId) ?? portNames.get(graph.parents.get(portId) ?? '');
  return sortAsJson(graph.connections.map(({ output, input }: ModelConnection) => [end(output), end(input)]));
};

/** Reads a graph that the model does not contain. */
export const readModelGraph = async (context: ModelContext, id: string): Promise<ModelGraph> => {
  const graph = createModelGraph(id);
  for (const node of await readNodes(context, graph)) {
    graph.nodes.set(node.id, createModelNode(node, []));
    for (const { id: portId, type, record } of node.ports) {
      const parent = node.ports.find(({ id }) => isChildOf(record, id));
      if (parent) graph.parents.set(portId, parent.id);
      if (expandableTypes.has(type) && record.isExpanded === true) graph.expanded.add(portId);
    }
  }
  graph.connections = await readConnections(context.t, graph);
  return graph;
};
