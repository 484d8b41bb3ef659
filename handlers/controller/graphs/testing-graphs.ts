/** Creates graphs in memory for tests. */
import type { GraphDocument, NodeDocument } from './graph-document.ts';
import { getPortId, getPortByName } from './graph-document.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { createNodeCatalog } from './node-catalog.ts';
import { addNode } from './add-nodes.ts';
import { addGraph } from './graph-edits.ts';
import { serializeGraphFileInChunks, toGraphFile } from '../projects/graph-file-format.ts';
import { createIdSource } from './id-source.ts';
import { createGraphStore, type GraphStore } from './graph-store.ts';

export const createTestGraph = ({ types = nodeTypes, exposes = false } = {}) => {
  const store = createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(types, () => false),
    now: () => new Date(0),
    exposesSensitive: () => exposes,
    findOptions: () => undefined,
    getProjectView: () => ({ variableType: () => undefined }),
  });
  const graph = addGraph(store, 'Test', 'graphs/Test.json');
  return {
    store,
    graph,
    add: (category: string) => addNode(store, graph, { category, locationX: 0, locationY: 0 }),
  };
};

export const findPortId = (node: NodeDocument, name: string, direction?: 'input' | 'output'): string =>
  getPortId(node.id, getPortByName(node, name, direction));

/** Returns the text of a graph's file. */
export const serializeGraphFile = (graph: GraphDocument): string =>
  [...serializeGraphFileInChunks(graph)].join('');

/** Returns everything that an edit could change, including ids and order. */
export const takeGraphSnapshot = (store: GraphStore, graph: GraphDocument): unknown =>
  structuredClone({
    file: toGraphFile(graph),
    revision: graph.revision,
    ports: [...graph.nodes.values()].map((node) => node.ports.map((port) => port.name)),
    connections: [...graph.nodes.values()].map(({ incoming, outgoing }) => [
      groupConnectionsByPort(incoming),
      groupConnectionsByPort(outgoing),
    ]),
    index: [...store.nodes.keys()],
  });

const groupConnectionsByPort = (connections: NodeDocument['incoming']): Record<string, string[]> =>
  Object.fromEntries([...connections].map(([port, list]) => [port, list.map(({ id }) => id)]));
