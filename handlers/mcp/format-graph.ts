import { formatShortJson } from './format-text.ts';
import {
  getGraphLabel,
  createGraphFinder,
  type GraphSummary,
  type GraphNode,
  createShortNames,
} from './resolve-names.ts';
import type { Answer } from '#spec/client/index.ts';
import type { SceneAccess } from './define-tool.ts';

const formatInputValues = (node: GraphNode, isWired: (portId: string) => boolean): string =>
  node.ports
    .filter(
      ({ id, direction, type, value }) =>
        direction === 'input' && type !== 'Trigger' && value !== undefined && !isWired(id),
    )
    .map(({ name, value }) => `${name}=${formatShortJson(value, 80)}`)
    .join(' ');

/** Formats a graph's state in a few words. */
export const formatGraphState = ({
  state,
  idle,
  synced,
  revision,
}: Partial<Pick<GraphSummary, 'state' | 'idle' | 'synced' | 'revision'>>): string =>
  [
    state,
    ...(idle ? ['idle'] : []),
    ...(synced === false ? ['not synced'] : []),
    ...(revision === undefined ? [] : [`revision ${revision}`]),
  ].join(', ');

type InterfaceVariable = Answer<'GET /api/variables'>[number];

/** Formats an input or output of a graph, such as `input Name String="world": who is greeted`. */
const formatInterfaceVariable = ({
  direction,
  name,
  type,
  default: initial,
  description,
}: InterfaceVariable): string => {
  const value = direction === 'input' ? `=${formatShortJson(initial, 80)}` : '';
  return `${direction} ${name} ${type}${value}${description ? `: ${description}` : ''}`;
};

/**
 * Formats a graph as text, with a line for each node that contains the values of its unconnected inputs, and a line for
 * each connection. The graph's id is added if an older graph has the same name.
 * @param nameOrId the name or id of the graph
 * @throws ToolError that lists the existing graphs, if there is no such graph
 */
export const fetchGraphText = async (access: SceneAccess, nameOrId: string): Promise<string> => {
  const find = await createGraphFinder(access);
  const graphSummary = find(nameOrId);
  const { id, name } = graphSummary;
  const graph = await access.client.request('GET /api/graphs/{graphId}', { params: { graphId: id } });
  const names = createShortNames(graph);
  const ports = new Map<string, string>();
  for (const [name, node] of names) for (const port of node.ports) ports.set(port.id, `${name}.${port.name}`);
  const connectedPorts = new Set(graph.connections.map(({ inputPortId }) => inputPortId));
  const nodes = [...names].map(([name, node]) =>
    node.isMissing
      ? `${name} (a placeholder: this node type is missing, so the graph does not sync)`
      : `${name} ${formatInputValues(node, (id) => connectedPorts.has(id))}`.trimEnd(),
  );
  const wires = graph.connections.map(
    ({ outputPortId, inputPortId, isBroken }) =>
      `${ports.get(outputPortId)} -> ${ports.get(inputPortId)}${isBroken ? ' (broken)' : ''}`,
  );
  const heading = getGraphLabel(find, graphSummary) === name ? name : `${name} (${id})`;
  const ends = (await access.client.request('GET /api/variables')).filter(
    (variable) => variable.graphId === id && variable.direction,
  );
  return [
    `${heading}: ${formatGraphState(graph)}`,
    ...ends.map(formatInterfaceVariable),
    'nodes',
    ...nodes,
    'wires',
    ...wires,
  ].join('\n');
};
