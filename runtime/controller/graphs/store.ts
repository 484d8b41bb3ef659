import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import type { NodeType, PortDeclaration, ProjectView } from '../../nodes/grammar/node-type.ts';
import type { NodeCatalog } from './catalog.ts';
import type { GraphDocument, NodeDocument, PortEnd } from './document.ts';
import { nodeIdOf, portOfNode } from './document.ts';
import { GraphList } from './graph-list.ts';
import type { IdSource } from './ids.ts';

/** What graphs depend on beside themselves. */
interface Surroundings {
  readonly catalog: NodeCatalog;
  /** Labels of a Dropdown whose options depend on the project, in the reach of one graph. */
  optionsOf(port: PortDeclaration, graph: GraphDocument): readonly string[] | undefined;
  /** What the ports of a node may depend on, as its graph sees it. */
  viewOf(graph: GraphDocument): ProjectView;
  /** Whether values of sensitive ports are shown in full. */
  exposesSensitive(): boolean;
}

/** Every open graph, with its nodes indexed across graphs. */
export interface GraphStore extends Surroundings {
  readonly graphs: GraphList;
  readonly nodes: Map<string, NodeDocument>;
  /** Graphs with changes that the journal of edits has yet to take. */
  readonly pending: Set<GraphDocument>;
  readonly newId: IdSource;
}

export const createGraphStore = (newId: IdSource, surroundings: Surroundings): GraphStore => ({
  graphs: new GraphList(),
  nodes: new Map(),
  pending: new Set(),
  newId,
  ...surroundings,
});

/** @throws Fault GRAPH_NOT_FOUND */
export const findGraph = (store: GraphStore, graphId: string): GraphDocument => {
  const graph = store.graphs.get(graphId);
  if (graph) return graph;
  throw new Fault('GRAPH_NOT_FOUND', `No graph has the id '${graphId}'.`);
};

/** @throws Fault NODE_NOT_FOUND, also when the node is in another graph than the one named. */
export const findNode = (store: GraphStore, nodeId: string, graph?: GraphDocument): NodeDocument => {
  const node = store.nodes.get(nodeId);
  if (node && (!graph || node.graph === graph)) return node;
  throw new Fault('NODE_NOT_FOUND', `No node${graph ? ' of this graph' : ''} has the id '${nodeId}'.`);
};

/** @throws Fault PORT_NOT_FOUND, also when the port is in another graph than the one named. */
export const findPort = (store: GraphStore, portId: string, graph?: GraphDocument): PortEnd => {
  const node = store.nodes.get(nodeIdOf(portId));
  const port = node && portOfNode(node, portId);
  if (port && (!graph || node.graph === graph)) return { node, port };
  throw new Fault('PORT_NOT_FOUND', `No port${graph ? ' of this graph' : ''} has the id '${portId}'.`);
};

/** @throws Fault NODE_TYPE_NOT_FOUND with the nearest enum values. */
export const findNodeType = ({ catalog }: GraphStore, category: string): NodeType => {
  const type = catalog.find(category);
  if (type) return type;
  const enumValues = catalog.visible().map(({ enumValue }) => enumValue);
  throw new Fault(
    'NODE_TYPE_NOT_FOUND',
    `'category' is '${category}', which no node type has as its enum value.`,
    { category, nearest: nearest(category, enumValues) },
  );
};
