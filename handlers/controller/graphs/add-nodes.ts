/** Creates nodes with initial values: a single node, several nodes, or all nodes of a build. */
import { ApiError } from '#spec/errors.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';
import { type GraphDocument, setValue, type NodeDocument, getPortByName } from './graph-document.ts';
import {
  coercePortValue,
  countNodeEdit,
  createNode,
  createEmptyGraph,
  insertNode,
  updatePorts,
} from './graph-edits.ts';
import { recordAddition } from './history/edit-history.ts';
import { measureNode, checkGraphSize } from './file-size.ts';
import { requireNodeType, type GraphStore } from './graph-store.ts';

/** The position, type and port values of a new node. */
export interface NodePlacement {
  /** The enum value of the node type. Its letter case doesn't matter. */
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  /** Port values keyed by input name, in any form that a write accepts. */
  readonly ports?: Readonly<Record<string, unknown>>;
}

/**
 * Creates a node with its values, without adding it to the graph.
 * @throws ApiError NODE_TYPE_NOT_FOUND, PORT_NOT_FOUND or INVALID_VALUE
 */
export const createNodeWithValues = (
  store: GraphStore,
  graph: GraphDocument,
  { category, locationX, locationY, ports = {} }: NodePlacement,
): NodeDocument => {
  const node = createNode(store, graph, requireNodeType(store, category), locationX, locationY);
  writeValues(store, node, ports);
  return measureNode(node);
};

/**
 * Lists the ports of a node in a graph without variables, after values have been written to the node's inputs.
 * @throws ApiError the same errors as {@link createNodeWithValues}
 */
export const listPortsForValues = (
  store: GraphStore,
  { enumValue }: NodeType,
  ports: Readonly<Record<string, unknown>>,
): readonly PortDeclaration[] =>
  createNodeWithValues(store, createEmptyGraph('', '', ''), {
    category: enumValue,
    locationX: 0,
    locationY: 0,
    ports,
  }).ports;

/**
 * Writes values to a node's ports. Starts with the ports that determine other ports, so that these other ports can be
 * written, too.
 */
const writeValues = (
  store: GraphStore,
  node: NodeDocument,
  values: Readonly<Record<string, unknown>>,
): void => {
  if (!node.type.portsFor) {
    for (const name of Object.keys(values)) writeValue(store, node, name, values[name]);
    return;
  }
  const entries = Object.entries(values);
  const shapes = ([name]: (typeof entries)[number]): boolean =>
    node.ports.some((p) => p.name === name && p.affectsNodePorts === true);
  for (const [name, value] of [...entries.filter(shapes), ...entries.filter((e) => !shapes(e))]) {
    const port = writeValue(store, node, name, value);
    if (port.affectsNodePorts) updatePorts(store, node);
  }
};

const writeValue = (store: GraphStore, node: NodeDocument, name: string, value: unknown): PortDeclaration => {
  const port = getPortByName(node, name, 'input');
  setValue(node, port, coercePortValue(store, { node, port }, value));
  return port;
};

/**
 * Adds a node with its values to a graph.
 * @throws ApiError the same errors as {@link createNodeWithValues}, and INVALID_VALUE when the graph would become too
 * large; in both cases, no node is added
 */
export const addNode = (store: GraphStore, graph: GraphDocument, placement: NodePlacement): NodeDocument => {
  const node = createNodeWithValues(store, graph, placement);
  checkGraphSize(graph, node.bytes);
  insertNode(store, node);
  recordAddition(graph, [node], []);
  countNodeEdit([node]);
  return node;
};

/**
 * Adds either all of the given nodes or none of them.
 * @throws ApiError for the first placement that fails, with its index in `details`
 */
export const addNodes = (
  store: GraphStore,
  graph: GraphDocument,
  placements: readonly NodePlacement[],
): NodeDocument[] => {
  const nodes: NodeDocument[] = [];
  let bytes = 0;
  for (const [index, placement] of placements.entries()) {
    try {
      const node = createNodeWithValues(store, graph, placement);
      bytes += node.bytes;
      checkGraphSize(graph, bytes);
      nodes.push(node);
    } catch (failure) {
      throw failure instanceof ApiError ? toItemError('index', index, failure) : failure;
    }
  }
  for (const node of nodes) insertNode(store, node);
  if (nodes.length > 0) recordAddition(graph, nodes, []);
  countNodeEdit(nodes);
  return nodes;
};

/**
 * Adds an item's list and index to the error that the item has caused.
 * @param list `index` when the request contains only one list
 */
export const toItemError = (
  list: 'index' | 'nodes' | 'connections',
  index: number,
  error: ApiError,
): ApiError => {
  const details = { ...error.details, ...(list !== 'index' && { list }), index };
  return new ApiError(error.code, `At ${list} ${index}: ${error.reason}`, details, error.resolution);
};
