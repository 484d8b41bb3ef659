/** A graph in memory, for tests. */
import type { GraphDocument, NodeDocument } from './document.ts';
import { portIdOf, portNamed } from './document.ts';
import { nodeTypes } from '../../nodes/index.ts';
import { createNodeCatalog } from './catalog.ts';
import { addNode } from './add-nodes.ts';
import { addGraph } from './edit.ts';
import { graphToFile } from '../projects/graph-file.ts';
import { createIdSource } from './ids.ts';
import { createGraphStore, type GraphStore } from './store.ts';

export const createTestGraph = ({ types = nodeTypes, exposes = false } = {}) => {
  const store = createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(types, () => false),
    exposesSensitive: () => exposes,
    optionsOf: () => undefined,
    viewOf: () => ({ variableType: () => undefined }),
  });
  const graph = addGraph(store, 'Test', 'graphs/Test.json');
  return {
    store,
    graph,
    add: (category: string) => addNode(store, graph, { category, locationX: 0, locationY: 0 }),
  };
};

export const portId = (node: NodeDocument, name: string, direction?: 'input' | 'output'): string =>
  portIdOf(node.id, portNamed(node, name, direction));

/** Everything that an edit could change, ids and order included. */
export const snapshot = (store: GraphStore, graph: GraphDocument): unknown =>
  structuredClone({
    file: graphToFile(graph),
    revision: graph.revision,
    ports: [...graph.nodes.values()].map((node) => node.ports.map((port) => port.name)),
    wires: [...graph.nodes.values()].map(({ incoming, outgoing }) => [
      wiresByPort(incoming),
      wiresByPort(outgoing),
    ]),
    index: [...store.nodes.keys()],
  });

const wiresByPort = (wires: NodeDocument['incoming']): Record<string, string[]> =>
  Object.fromEntries([...wires].map(([port, list]) => [port, list.map(({ id }) => id)]));
