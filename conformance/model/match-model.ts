/** Compares a graph of the target with the model. */
import { isMarkedDisabled } from './model-context.ts';
import { readConnections, readNodes } from './read-graph.ts';
import { expandableTypes } from './sample-values.ts';
import type { Id } from '../target/id.ts';
import type { TargetNode, TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { ModelGraph, ModelNode, ModelConnection } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

/** Changes that the description allows but does not require after a command. */
interface AllowedChanges {
  /** Whether the target may remove a connection. */
  readonly mayDisappear?: (connection: ModelConnection) => boolean;
}

export const readLocation = ({ t }: ModelContext, { record }: TargetNode): readonly unknown[] => [
  t.fields.read(record, 'node.locationX'),
  t.fields.read(record, 'node.locationY'),
];

/**
 * Requires that the target shows exactly the nodes, ports and connections of the model. Then updates their records in
 * the model.
 */
export const mustMatchModel = async (
  context: ModelContext,
  graph: ModelGraph,
  allowance: AllowedChanges = {},
): Promise<void> => {
  const { t } = context;
  const listed = await readNodes(context, graph);
  t.mustEqual(
    sortIds(listed),
    sortIds([...graph.nodes.values()]),
    'the graph has the created nodes, and no others',
  );
  for (const node of listed) {
    const modelNode = graph.nodes.get(node.id);
    if (modelNode) mustMatchNode(context, graph, modelNode, node);
  }
  await mustMatchConnections(context, graph, allowance);
};

const sortIds = (items: readonly { readonly id: Id }[]): readonly string[] =>
  items.map(({ id }) => String(id)).sort();

const listPortTypes = (ports: readonly TargetPort[]): readonly string[] =>
  ports.map(({ id, type }) => `${id} ${type}`).sort();

const mustMatchNode = (
  context: ModelContext,
  graph: ModelGraph,
  modelNode: ModelNode,
  node: TargetNode,
): void => {
  const { t, disabledField } = context;
  const what = `the ${modelNode.category} node`;
  t.mustEqual(node.category, modelNode.category, `${what} keeps its category`);
  t.mustEqual(sortIds(node.ports), sortIds(modelNode.ports), `${what} keeps its ports`);
  if (!modelNode.hasGenericPort)
    t.mustEqual(
      listPortTypes(node.ports),
      listPortTypes(modelNode.ports),
      `${what} keeps the types of its ports`,
    );
  t.mustEqual(readLocation(context, node), modelNode.location, `${what} keeps its position`);
  for (const port of node.ports) {
    if (expandableTypes.has(port.type) && typeof port.record.isExpanded === 'boolean') {
      t.mustEqual(
        port.record.isExpanded,
        graph.expanded.has(port.id),
        `isExpanded of ${describePort(port)} is correct`,
      );
    }
    if (disabledField && port.type === 'Trigger') {
      t.mustEqual(
        isMarkedDisabled(port, disabledField),
        graph.disabled.has(port.id),
        `${disabledField.field} of ${describePort(port)} is correct`,
      );
    }
  }
  modelNode.ports = node.ports;
};

export const describePort = ({ name, type }: TargetPort): string =>
  `the ${type} port ${name ?? ''}`.trimEnd();

const mustMatchConnections = async (
  context: ModelContext,
  graph: ModelGraph,
  { mayDisappear }: AllowedChanges,
): Promise<void> => {
  const { t } = context;
  const connections = await readConnections(t, graph);
  const pairs = (list: readonly ModelConnection[]) =>
    list.map(({ output, input }) => `${output} -> ${input}`).sort();
  const connectedPairs = new Set(pairs(connections));
  const remaining = graph.connections.filter(
    (connection) =>
      !mayDisappear?.(connection) || pairs([connection]).every((pair) => connectedPairs.has(pair)),
  );
  t.mustEqual(pairs(connections), pairs(remaining), 'the graph has the created connections, and no others');
  const ids = connections.flatMap(({ id }) => id ?? []);
  t.mustEqual(new Set(ids).size, ids.length, 'every connection has a unique id');
  for (const connection of remaining) {
    const match = connections.find(
      ({ output, input }) => output === connection.output && input === connection.input,
    );
    if (connection.id !== undefined) t.mustEqual(match?.id, connection.id, 'a connection keeps its id');
  }
  graph.connections = connections;
};
