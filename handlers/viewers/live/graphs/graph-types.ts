import type { Answer, Input, Route } from '#spec/client/index.ts';

/** A graph with its full content, as returned by the service. */
export type GraphDetail = Answer<'GET /api/graphs/{graphId}'>;
export type NodeRecord = GraphDetail['nodes'][number];
export type PortRecord = NodeRecord['ports'][number];
type NoteRecord = Answer<'GET /api/graphs/{graphId}/nodes/{nodeId}/note'>;
/** The text and style of each of a graph's notes, keyed by node id. */
export type NotesByNodeId = Readonly<Record<string, NoteRecord>>;

export interface GraphState {
  readonly graph: GraphDetail;
  readonly notes: NotesByNodeId;
}

type RequestBody<R extends Route> = Input<R> extends { body: infer Body } ? Body : never;
export type PortValue = RequestBody<'PUT /api/ports/{portId}/value'>['value'];

/** The category of notes, which are nodes that are not part of the graph's program. */
export const noteCategory = 'Note';

const runGraphCategory = 'RunGraph';

/** For types whose nodes do different things: the port whose value says what a node does. */
const titlePorts: Readonly<Record<string, string>> = { RunAction: 'Action', RunGraph: 'Graph' };

type NodeParts = Pick<NodeRecord, 'category' | 'ports'>;

const getTextValue = ({ ports }: NodeParts, portName: string | undefined): string | undefined => {
  const value = ports.find(({ name, direction }) => name === portName && direction === 'input')?.value;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Returns a node's title: the action or the graph that it runs, otherwise the name of its type. */
export const getNodeTitle = (node: NodeParts): string =>
  getTextValue(node, titlePorts[node.category]) ?? node.category;

/** Returns the name or id of the graph that a node starts or calls, or `undefined` if it does neither. */
export const getRunGraphReference = (node: NodeParts): string | undefined =>
  node.category === runGraphCategory ? getTextValue(node, 'Graph') : undefined;

/** Returns why a port can be neither connected nor written, or `undefined` if it can. */
export const getPortProblem = (
  node: NodeParts,
  { name, direction, isMissing }: Pick<PortRecord, 'name' | 'direction' | 'isMissing'>,
): string | undefined =>
  isMissing
    ? `The graph ${getRunGraphReference(node) ?? ''} no longer has the ${direction} ${name}.`
    : undefined;

/** Whether a node calls a graph, so that copies of the graph's nodes could take its place. */
export const isGraphCall = (node: NodeParts): boolean =>
  getRunGraphReference(node) !== undefined && getTextValue(node, 'Mode') === 'Call';

/** Returns the name of a node's type, followed by the node's title if that is something else. */
export const formatNodeName = (node: NodeParts): string =>
  [...new Set([node.category, getNodeTitle(node)])].join(' ');

export const findNodeById = (graph: GraphDetail, nodeId: string): NodeRecord | undefined =>
  graph.nodes.find(({ id }) => id === nodeId);

export const indexPorts = (graph: GraphDetail): ReadonlyMap<string, PortRecord> =>
  new Map(graph.nodes.flatMap(({ ports }) => ports.map((port) => [port.id, port] as const)));

/** Replaces records with equal records from the previous graph, so that their components need not be rendered again. */
export const reuseUnchangedGraph = (previous: GraphDetail | undefined, current: GraphDetail): GraphDetail => {
  if (previous?.id !== current.id) return current;
  return {
    ...current,
    nodes: reuseUnchanged(previous.nodes, current.nodes),
    connections: reuseUnchanged(previous.connections, current.connections),
  };
};

const reuseUnchanged = <T extends { readonly id: string }>(
  previous: readonly T[],
  current: readonly T[],
): T[] => {
  const previousById = new Map(previous.map((record) => [record.id, record]));
  return current.map((record) => {
    const match = previousById.get(record.id);
    return match && JSON.stringify(match) === JSON.stringify(record) ? match : record;
  });
};
