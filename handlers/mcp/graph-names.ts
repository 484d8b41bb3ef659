import { nearest } from '#spec/nearest.ts';
import type { Answer } from '#spec/client/index.ts';
import type { SceneAccess } from './access.ts';
import { Refusal } from './tool.ts';

export type GraphDetail = Answer<'GET /api/graphs/{graphId}'>;
export type GraphNode = GraphDetail['nodes'][number];

/** The graph that an id or a name means. @throws Refusal that names those that there are */
export const findGraph = async ({ client }: SceneAccess, meant: string): Promise<GraphDetail> => {
  const graphs = await client.request('GET /api/graphs');
  const found = graphs.find(({ id }) => id === meant) ?? graphs.find(({ name }) => name === meant);
  if (found) return client.request('GET /api/graphs/{graphId}', { params: { graphId: found.id } });
  const names = graphs.map(({ name }) => name);
  const likely = nearest(meant, names);
  const others = (likely.length > 0 ? likely : names.slice(0, 10)).map((name) => `'${name}'`).join(', ');
  throw new Refusal(
    `There is no graph '${meant}'. ${others ? `There are ${others}.` : 'There is none yet.'}`,
  );
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
    const likely = nearest(meant, names.keys()).join(', ');
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

/** Reads `Node.Port -> Node.Port`. @throws Refusal with an example */
export const readWire = (text: string): { readonly from: WireEnd; readonly to: WireEnd } => {
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
