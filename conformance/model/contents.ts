/** What a graph holds, told without ids, so that a copy can be held against its original. */
import { expandableTypes } from './components.ts';
import { readNodes } from './observe.ts';
import { readValue } from './read-value.ts';
import { readWires } from './read-wires.ts';
import { isFed, modelGraph, modelNode } from './state.ts';
import { isChildOf, isMarked } from './workbench.ts';
import type { Id } from '../target/id.ts';
import type { LabPort } from '../lab/palette.ts';
import type { ModelGraph, Wire } from './state.ts';
import type { Workbench } from './workbench.ts';

/** Inputs whose value an author gives; those of a Generic port may depend on what is wired. */
const isValued = ({ type, direction, record }: LabPort): boolean =>
  direction === 'input' && !['Trigger', 'Button', 'Generic'].includes(type) && record.isSensitive !== true;

const sorted = (items: readonly unknown[]): readonly string[] =>
  items.map((item) => JSON.stringify(item)).sort();

/**
 * The nodes with what their ports hold and whether they are disabled, and the wires, each by the types and names of
 * what it joins. Values count only while no port is expanded, and only where no wire decides them.
 */
export const contentsOf = async (
  workbench: Workbench,
  graph: ModelGraph,
  withValues: boolean,
): Promise<unknown> => {
  const { mark } = workbench;
  const nodes = [];
  for (const { category, ports } of graph.nodes.values()) {
    const told = [];
    for (const port of ports) {
      if (graph.parents.has(port.id)) continue;
      told.push([
        port.name,
        port.direction,
        ...(mark && port.type === 'Trigger' ? [isMarked(port, mark)] : []),
        ...(withValues && isValued(port) && !isFed(graph, port.id) ? [await readValue(workbench, port)] : []),
      ]);
    }
    nodes.push([category, sorted(told)]);
  }
  return { nodes: sorted(nodes), wires: wiresInWords(graph) };
};

const wiresInWords = (graph: ModelGraph): readonly string[] => {
  const places = new Map(
    [...graph.nodes.values()].flatMap(({ category, ports }) =>
      ports.map((port) => [port.id, `${category}/${port.name ?? port.type}`] as const),
    ),
  );
  const end = (portId: Id): string | undefined =>
    places.get(portId) ?? places.get(graph.parents.get(portId) ?? '');
  return sorted(graph.wires.map(({ output, input }: Wire) => [end(output), end(input)]));
};

/** Reads a graph that the model does not know. */
export const readGraph = async (workbench: Workbench, id: string): Promise<ModelGraph> => {
  const graph = modelGraph(id);
  for (const node of await readNodes(workbench, graph)) {
    graph.nodes.set(node.id, modelNode(node, []));
    for (const { id: portId, type, record } of node.ports) {
      const parent = node.ports.find(({ id }) => isChildOf(record, id));
      if (parent) graph.parents.set(portId, parent.id);
      if (expandableTypes.has(type) && record.isExpanded === true) graph.expanded.add(portId);
    }
  }
  graph.wires = await readWires(workbench.t, graph);
  return graph;
};
