import { suggestNames } from '#spec/suggest-names.ts';
import type { Answer } from '#spec/client/index.ts';
import type { SceneAccess } from './access.ts';
import { Refusal } from './tool.ts';

export type GraphFacts = Answer<'GET /api/graphs'>[number];
export type GraphDetail = Answer<'GET /api/graphs/{graphId}'>;
export type GraphNode = GraphDetail['nodes'][number];

/** Finds graphs by id or name, as they stand now. @throws Refusal that names those that there are */
export const graphFinder = async ({ client }: SceneAccess): Promise<(meant: string) => GraphFacts> => {
  const graphs = await client.request('GET /api/graphs');
  const byId = new Map(graphs.map((graph) => [graph.id, graph]));
  const byName = new Map(graphs.toReversed().map((graph) => [graph.name, graph]));
  return (meant) => {
    const found = byId.get(meant) ?? byName.get(meant);
    if (found) return found;
    const likely = suggestNames(meant, byName.keys());
    const names = likely.length > 0 ? likely : graphs.slice(0, 10).map(({ name }) => name);
    const others = names.map((name) => `'${name}'`).join(', ');
    throw new Refusal(
      `There is no graph '${meant}'. ${others ? `There are ${others}.` : 'There is none yet.'}`,
    );
  };
};

/** By what a graph is found: its name, or its id where an older one has that name. */
export const calledOf = (
  find: (meant: string) => GraphFacts,
  { id, name }: Pick<GraphFacts, 'id' | 'name'>,
): string => (find(name).id === id ? name : id);

/** One graph as it stands now, with all that is in it. @throws Refusal that names those that there are */
export const findGraph = async (access: SceneAccess, meant: string): Promise<GraphDetail> => {
  const { id } = (await graphFinder(access))(meant);
  return access.client.request('GET /api/graphs/{graphId}', { params: { graphId: id } });
};

/** Short names of the nodes of a graph: the node type, with a number from the second of a type on. */
export const nodeNames = ({ nodes }: GraphDetail): ReadonlyMap<string, GraphNode> => {
  const counts = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const count = (counts.get(node.category) ?? 0) + 1;
      counts.set(node.category, count);
      return [count === 1 ? node.category : `${node.category}${count}`, node];
    }),
  );
};

/** Finds nodes by short name or id. @throws Refusal that names the most like */
export const nodeFinder = (graph: GraphDetail): ((meant: string) => GraphNode) => {
  const names = nodeNames(graph);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return (meant) => {
    const found = byId.get(meant) ?? names.get(meant);
    if (found) return found;
    const likely = suggestNames(meant, names.keys()).join(', ');
    throw new Refusal(
      `The graph '${graph.name}' has no node '${meant}'. read_graph names all${likely && `; like it: ${likely}`}.`,
    );
  };
};

/** The two ends of a wire. */
export interface WireEnd {
  readonly node: string;
  readonly port: string;
}

const end = (text: string): WireEnd | undefined => {
  const cut = text.lastIndexOf('.');
  return cut > 0 ? { node: text.slice(0, cut).trim(), port: text.slice(cut + 1).trim() } : undefined;
};

export interface Wire {
  readonly from: WireEnd;
  readonly to: WireEnd;
}

/** Reads `Node.Port -> Node.Port`. @throws Refusal with an example */
export const readWire = (text: string): Wire => {
  const [from, to, ...more] = text.split('->').map(end);
  if (from && to && more.length === 0) return { from, to };
  throw new Refusal(`'${text}' is no wire; one looks like 'Start.Out -> LogConsole.In'.`);
};

/** Reads `Node.Port`. @throws Refusal with an example */
export const readPort = (text: string): WireEnd => {
  const read = end(text);
  if (read) return read;
  throw new Refusal(`'${text}' is no port of a node; one looks like 'LogConsole.Message'.`);
};

/** The id of a port of a node. @throws Refusal that names those that there are */
export const portIdOf = (node: GraphNode, name: string, direction: 'input' | 'output'): string => {
  const ports = node.ports.filter((port) => port.direction === direction);
  const port = ports.find((candidate) => candidate.name === name);
  if (port) return port.id;
  throw new Refusal(
    `${node.category} has no ${direction} '${name}', only ${ports.map((one) => one.name).join(', ') || 'none'}.`,
  );
};

/** Finds the ids of wires that are there. @throws Refusal */
export const wireFinder = (graph: GraphDetail): ((text: string) => string) => {
  const find = nodeFinder(graph);
  const byEnds = new Map(
    graph.connections.map(({ id, outputPortId, inputPortId }) => [`${outputPortId} ${inputPortId}`, id]),
  );
  return (text) => {
    const { from, to } = readWire(text);
    const output = portIdOf(find(from.node), from.port, 'output');
    const id = byEnds.get(`${output} ${portIdOf(find(to.node), to.port, 'input')}`);
    if (id) return id;
    throw new Refusal(`There is no wire '${text}'; read_graph lists them.`);
  };
};
