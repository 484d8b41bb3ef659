import { suggestNames } from '#spec/suggest-names.ts';
import { type SceneAccess, ToolError } from './define-tool.ts';
import type { Answer } from '#spec/client/index.ts';

export type GraphSummary = Answer<'GET /api/graphs'>[number];
export type GraphDetail = Answer<'GET /api/graphs/{graphId}'>;
export type GraphNode = GraphDetail['nodes'][number];

/**
 * Fetches all graphs, and creates a function that finds a graph by id or name.
 * @throws ToolError that lists the existing graphs
 */
export const createGraphFinder = async ({
  client,
}: SceneAccess): Promise<(nameOrId: string) => GraphSummary> => {
  const graphs = await client.request('GET /api/graphs');
  const byId = new Map(graphs.map((graph) => [graph.id, graph]));
  const byName = new Map(graphs.toReversed().map((graph) => [graph.name, graph]));
  return (nameOrId) => {
    const found = byId.get(nameOrId) ?? byName.get(nameOrId);
    if (found) return found;
    const suggestions = suggestNames(nameOrId, byName.keys());
    const names = suggestions.length > 0 ? suggestions : graphs.slice(0, 10).map(({ name }) => name);
    const formattedNames = names.map((name) => `'${name}'`).join(', ');
    throw new ToolError(
      `There is no graph '${nameOrId}'. ${formattedNames ? `The graphs are ${formattedNames}.` : 'There are none yet.'}`,
    );
  };
};

/** Returns the graph's name, or its id if an older graph has the same name. */
export const getGraphLabel = (
  find: (nameOrId: string) => GraphSummary,
  { id, name }: Pick<GraphSummary, 'id' | 'name'>,
): string => (find(name).id === id ? name : id);

/**
 * Fetches a graph with its nodes and connections.
 * @throws ToolError that lists the existing graphs
 */
export const fetchGraph = async (access: SceneAccess, nameOrId: string): Promise<GraphDetail> => {
  const { id } = (await createGraphFinder(access))(nameOrId);
  return access.client.request('GET /api/graphs/{graphId}', { params: { graphId: id } });
};

/**
 * Maps short names to a graph's nodes. The short name is the node type; from the second node of a type on, a number is
 * appended.
 */
export const createShortNames = ({ nodes }: GraphDetail): ReadonlyMap<string, GraphNode> => {
  const counts = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const count = (counts.get(node.category) ?? 0) + 1;
      counts.set(node.category, count);
      return [count === 1 ? node.category : `${node.category}${count}`, node];
    }),
  );
};

/**
 * Creates a function that finds the graph's nodes by short name or id.
 * @throws ToolError with similar names
 */
export const createNodeFinder = (graph: GraphDetail): ((nameOrId: string) => GraphNode) => {
  const names = createShortNames(graph);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return (nameOrId) => {
    const found = byId.get(nameOrId) ?? names.get(nameOrId);
    if (found) return found;
    const suggestions = suggestNames(nameOrId, names.keys()).join(', ');
    throw new ToolError(
      `The graph '${graph.name}' has no node '${nameOrId}'. read_graph lists all${suggestions && `; similar: ${suggestions}`}.`,
    );
  };
};

/** One end of a connection: a node and its port, as named by the agent. */
export interface NamedPort {
  readonly node: string;
  readonly port: string;
}

const toNamedPort = (text: string): NamedPort | undefined => {
  const dot = text.lastIndexOf('.');
  return dot > 0 ? { node: text.slice(0, dot).trim(), port: text.slice(dot + 1).trim() } : undefined;
};

export interface NamedConnection {
  readonly from: NamedPort;
  readonly to: NamedPort;
}

/**
 * Parses a connection in the form `Node.Port -> Node.Port`.
 * @throws ToolError with an example
 */
export const parseConnection = (text: string): NamedConnection => {
  const [from, to, ...rest] = text.split('->').map(toNamedPort);
  if (from && to && rest.length === 0) return { from, to };
  throw new ToolError(`'${text}' is not a connection. Write one like 'Start.Out -> LogConsole.In'.`);
};

/**
 * Parses a port in the form `Node.Port`.
 * @throws ToolError with an example
 */
export const parsePort = (text: string): NamedPort => {
  const read = toNamedPort(text);
  if (read) return read;
  throw new ToolError(`'${text}' is not a port of a node. Write one like 'LogConsole.Message'.`);
};

/**
 * Returns the id of a node's port.
 * @throws ToolError that lists the node's ports
 */
export const resolvePortId = (node: GraphNode, name: string, direction: 'input' | 'output'): string => {
  const ports = node.ports.filter((port) => port.direction === direction);
  const port = ports.find((candidate) => candidate.name === name);
  if (port) return port.id;
  throw new ToolError(
    `${node.category} has no ${direction} '${name}', only ${ports.map((candidate) => candidate.name).join(', ') || 'none'}.`,
  );
};

/**
 * Creates a function that returns the id of an existing connection.
 * @throws ToolError if the connection doesn't exist
 */
export const createConnectionFinder = (graph: GraphDetail): ((text: string) => string) => {
  const find = createNodeFinder(graph);
  const idsByPorts = new Map(
    graph.connections.map(({ id, outputPortId, inputPortId }) => [`${outputPortId} ${inputPortId}`, id]),
  );
  return (text) => {
    const { from, to } = parseConnection(text);
    const output = resolvePortId(find(from.node), from.port, 'output');
    const id = idsByPorts.get(`${output} ${resolvePortId(find(to.node), to.port, 'input')}`);
    if (id) return id;
    throw new ToolError(`There is no connection '${text}'. read_graph lists them.`);
  };
};
