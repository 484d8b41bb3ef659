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
import { isExpandablePort } from './sub-ports.ts';
import { requireNodeType, type GraphStore } from './graph-store.ts';

/** The position, type and port values of a new node. */
export interface NodePlacement {
  /** The enum value of the node type. Its letter case doesn't matter. */
  readonly category: string;
  readonly locationX: number;
  readonly locationY: number;
  /** Port values keyed by input name, in any form that a write accepts. */
  readonly ports?: Readonly<Record<string, unknown>>;
  /** The ports that are expanded, as `in.Name` or `out.Name`. */
  readonly expanded?: readonly string[] | undefined;
  /** The trigger ports that are disabled, as `in.Name` or `out.Name`. */
  readonly disabled?: readonly string[] | undefined;
}

/**
 * Creates a node with its values, without adding it to the graph.
 * @throws ApiError NODE_TYPE_NOT_FOUND, PORT_NOT_FOUND, INVALID_VALUE or INVALID_REQUEST
 */
export const createNodeWithValues = (
  store: GraphStore,
  graph: GraphDocument,
  { category, locationX, locationY, ports = {}, expanded = [], disabled = [] }: NodePlacement,
): NodeDocument => {
  const node = createNode(store, graph, requireNodeType(store, category), locationX, locationY);
  writeValues(store, node, ports);
  if (disabled.length > 0) node.disabled = checkPortKeys(node, 'disabled', disabled);
  if (expanded.length > 0) {
    node.expanded = checkPortKeys(node, 'expanded', expanded);
    updatePorts(store, node);
  }
  return measureNode(node);
};

const portStates = {
  expanded: { accepts: isExpandablePort, condition: 'only Vector and Color ports expand' },
  disabled: {
    accepts: ({ type }: PortDeclaration): boolean => type === 'Trigger',
    condition: 'only Trigger ports can be disabled',
  },
};

/** @throws ApiError PORT_NOT_FOUND, or INVALID_REQUEST for a port of another type */
const checkPortKeys = (
  node: NodeDocument,
  field: keyof typeof portStates,
  keys: readonly string[],
): ReadonlySet<string> => {
  const { accepts, condition } = portStates[field];
  for (const key of keys) {
    const [direction = ''] = key.split('.', 1);
    if (direction !== 'in' && direction !== 'out') {
      const reason = `'${field}' contains '${key}'; expected in.<PortName> or out.<PortName>.`;
      throw new ApiError('INVALID_REQUEST', reason);
    }
    const port = getPortByName(
      node,
      key.slice(direction.length + 1),
      direction === 'in' ? 'input' : 'output',
    );
    if (!accepts(port)) {
      const reason = `'${field}' contains '${key}', which is of type ${port.type}; ${condition}.`;
      throw new ApiError('INVALID_REQUEST', reason);
    }
  }
  return new Set(keys);
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
