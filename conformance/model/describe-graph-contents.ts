/** Describes the contents of a graph without ids, to compare a copy with its original. */
import { expandableTypes } from './vector-components.ts';
import { readNodes } from './match-model.ts';
import { readPortValue } from './read-port-value.ts';
import { readConnections } from './read-connections.ts';
import { isDriven, createModelGraph, createModelNode } from './graph-model.ts';
import { isChildOf, isMarkedDisabled } from './model-context.ts';
import type { Id } from '../target/id.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { ModelGraph, ModelConnection } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

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
