import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { listVisibleVariables, type Variables } from '../variables/variables.ts';
import {
  type EditSession,
  findPortById,
  type GraphDocument,
  type NodeDocument,
  type PortEnd,
} from './graph-document.ts';
import { createEditSession } from './history/edit-history.ts';
import { GraphList } from './graph-list.ts';
import type { NodeType, PortDeclaration, ProjectInfo } from '#spec/node-type.ts';
import type { IdSource } from './id-source.ts';
import type { NodeCatalog } from './node-catalog.ts';

/** The information that graphs need about their surroundings. */
interface GraphStoreContext {
  readonly catalog: NodeCatalog;
  /** Lists the labels of a Dropdown that depend on the project, as seen from a graph. */
  findOptions(port: PortDeclaration, graph: GraphDocument): readonly string[] | undefined;
  /** Returns the project data on which a node's ports may depend, as seen from a graph. */
  getProjectView(graph: GraphDocument): ProjectInfo;
  readonly now: () => Date;
  /** Returns whether the values of sensitive ports are shown. */
  exposesSensitive(): boolean;
}

/** All open graphs and an index of their nodes. */
export interface GraphStore extends GraphStoreContext {
  readonly graphs: GraphList;
  readonly nodes: Map<string, NodeDocument>;
  /** The nodes whose ports depend on the inputs and outputs of other graphs. */
  readonly callers: Set<NodeDocument>;
  /** Graphs with changes that have not been written to the edit journal yet. */
  readonly pending: Set<GraphDocument>;
  readonly session: EditSession;
  readonly newId: IdSource;
  /**
   * The last known options of the kind that only the runtime can list. An option index refers to a position in this
   * list.
   */
  readonly listedOptions: Map<PortDeclaration['optionsFrom'], readonly string[]>;
}

export const createGraphStore = (newId: IdSource, context: GraphStoreContext): GraphStore => {
  const session = createEditSession(context.now);
  return {
    graphs: new GraphList(),
    nodes: new Map(),
    callers: new Set(),
    pending: session.pending,
    session,
    newId,
    listedOptions: new Map(),
    ...context,
  };
};

/**
 * Returns the graph with this id.
 * @throws ApiError GRAPH_NOT_FOUND
 */
export const requireGraph = (store: GraphStore, graphId: string): GraphDocument => {
  const graph = store.graphs.get(graphId);
  if (graph) return graph;
  throw new ApiError('GRAPH_NOT_FOUND', `No graph has the id '${graphId}'.`);
};

/**
 * Returns the node with this id.
 * @throws ApiError NODE_NOT_FOUND, also when the node is in a graph other than the given one
 */
export const requireNode = (store: GraphStore, nodeId: string, graph?: GraphDocument): NodeDocument => {
  const node = store.nodes.get(nodeId);
  if (node && (!graph || node.graph === graph)) return node;
  throw new ApiError('NODE_NOT_FOUND', `No node${graph ? ' of this graph' : ''} has the id '${nodeId}'.`);
};

const uuidLength = 36;
/**
 * The maximum number of positions in a port id at which the node id is assumed to end. The number is small, because
 * each attempt requires a lookup.
 */
const maxCandidates = 4;

/** Finds a port by its id, assuming this length for the node id. */
const findPortEndByNodeIdLength = (
  store: GraphStore,
  portId: string,
  length: number,
): PortEnd | undefined => {
  const node = store.nodes.get(portId.slice(0, length));
  const port = node && findPortById(node, portId);
  return port && { node, port };
};

/** Finds a port by its id. Returns `undefined` if the port doesn't exist. */
export const findPortEnd = (store: GraphStore, portId: string): PortEnd | undefined =>
  findPortEndByNodeIdLength(store, portId, uuidLength) ?? findHandWrittenPortEnd(store, portId);

/** Finds a port whose node id may have any length, as in hand-written files. */
const findHandWrittenPortEnd = (store: GraphStore, portId: string): PortEnd | undefined => {
  let position = 0;
  for (const { index } of portId.matchAll(/\.(?:in|out)\./g)) {
    const end = findPortEndByNodeIdLength(store, portId, index);
    if (end) return end;
    position += 1;
    if (position === maxCandidates) break;
  }
  return undefined;
};

/**
 * Returns the port with this id.
 * @throws ApiError PORT_NOT_FOUND, also when the port is in a graph other than the given one
 */
export const requirePortEnd = (store: GraphStore, portId: string, graph?: GraphDocument): PortEnd => {
  const end = findPortEnd(store, portId);
  if (end && (!graph || end.node.graph === graph)) return end;
  throw new ApiError('PORT_NOT_FOUND', `No port${graph ? ' of this graph' : ''} has the id '${portId}'.`);
};

/**
 * Returns the node type with this enum value.
 * @throws ApiError NODE_TYPE_NOT_FOUND with suggested enum values
 */
export const requireNodeType = ({ catalog }: GraphStore, category: string): NodeType => {
  const type = catalog.find(category);
  if (type) return type;
  const enumValues = catalog.listVisible().map(({ enumValue }) => enumValue);
  throw new ApiError(
    'NODE_TYPE_NOT_FOUND',
    `'category' is '${category}', which no node type has as its enum value.`,
    { category, nearest: suggestNames(category, enumValues) },
  );
};

/** The options that the runtime has reported so far. */
interface RuntimeOptions {
  /** The names of the scenes; `undefined` until the runtime has reported them. */
  readonly scenes: readonly string[] | undefined;
  /** Lists the names of the direct actions that the runtime has. */
  listActions(): readonly string[];
}

/**
 * Lists the labels of a dropdown whose options depend on the project or graph. Returns `undefined` while the options
 * are unknown.
 */
export const listDropdownOptions = (
  port: PortDeclaration,
  graph: GraphDocument,
  store: GraphStore,
  variables: Variables,
  { scenes, listActions }: RuntimeOptions,
): readonly string[] | undefined => {
  switch (port.optionsFrom) {
    case 'variables':
      return listVisibleVariables(variables, graph.id).map(({ name }) => name);
    case 'graphs':
      return [...store.graphs.values()].map(({ name }) => name);
    case 'actions':
      return listActions();
    case 'scenes':
      return scenes;
    // Other options are not validated, because devices and actions may appear after the graph is edited.
    default:
      return undefined;
  }
};
