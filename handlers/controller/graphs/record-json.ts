/**
 * Writes the same JSON as JSON.stringify does for the records in graph-records.ts, without creating these records. For
 * 1,000 nodes and 5,000 connections, this takes 3.1 ms of CPU time instead of 6.8 ms. Text that is the same for every
 * node is joined into as few strings as possible, because appending a string takes as long as copying its text.
 */
import { stringifyListInChunks, stringifyString } from '#runtime/shared/text-encoding.ts';
import {
  type Connection,
  getPortJson,
  getValue,
  type GraphDocument,
  isWritablePort,
  type NodeDocument,
} from './graph-document.ts';
import { isBrokenConnection } from './connections.ts';
import { toConnectionRecord, toGraphRecord, toNodeRecord } from './graph-records.ts';
import { isExpandablePort, isSubPort } from './sub-ports.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { Json } from '#spec/values.ts';
import type { GraphStore } from './graph-store.ts';

/**
 * A port's constant text, which surrounds the variable parts. The variable parts are the node id, which occurs twice,
 * and the value.
 */
interface PortTemplate {
  readonly port: PortDeclaration;
  readonly hasValue: boolean;
  /** The text between the two occurrences of the node id. */
  readonly head: string;
  /** The text after the second node id or the value, up to the next port or the end of the node. */
  readonly tail: string;
}

/**
 * Caches templates for each list of ports, because nodes of the same type share a list. An entry is `undefined` if a
 * port in the list has more variable parts than its value.
 */
const portTemplates = new WeakMap<readonly PortDeclaration[], readonly PortTemplate[] | undefined>();

const getPortTemplates = (ports: readonly PortDeclaration[]): readonly PortTemplate[] | undefined => {
  if (portTemplates.has(ports)) return portTemplates.get(ports);
  const templates = ports.every(isTemplatable)
    ? ports.map((port, index) => createPortTemplate(port, index === ports.length - 1 ? ']}' : ',{"id":"'))
    : undefined;
  portTemplates.set(ports, templates);
  return templates;
};

const isTemplatable = (port: PortDeclaration): boolean =>
  !port.isSensitive && port.type !== 'Dropdown' && !isSubPort(port) && !port.isMissing;

const createPortTemplate = (port: PortDeclaration, next: string): PortTemplate => {
  const { type, direction } = port;
  const { name, idSuffix } = getPortJson(port);
  const isValued = isWritablePort(port);
  const flags = [
    type === 'Trigger' ? ',"isDisabled":false' : '',
    isExpandablePort(port) ? ',"isExpandable":true,"isExpanded":false' : '',
    port.affectsNodePorts ? ',"affectsNodePorts":true' : '',
  ];
  return {
    ...{ port, hasValue: isValued },
    head: `${idSuffix}","name":${name},"type":"${type}","direction":"${direction}","nodeId":"`,
    tail: `${isValued ? '' : '"'}${flags.join('')}}${next}`,
  };
};

const stringifyValue = (value: Json): string =>
  typeof value === 'number' && Number.isFinite(value) ? `${value}` : JSON.stringify(value);

export const stringifyNode = (store: GraphStore, node: NodeDocument): string => {
  const { id, type, ports, disabled, expanded, graph, fileNode } = node;
  const canUseTemplates =
    !fileNode && graph.plainIds && disabled.size === 0 && expanded.size === 0 && graph.live.size === 0;
  const visible = canUseTemplates && ports.length > 0 ? getPortTemplates(ports) : undefined;
  if (!visible) return JSON.stringify(toNodeRecord(store, node));
  const location = `"locationX":${stringifyValue(node.locationX)},"locationY":${stringifyValue(node.locationY)}`;
  let text = `{"id":"${id}","category":${stringifyString(type.enumValue)},${location},"ports":[{"id":"`;
  for (const { port, hasValue, head, tail } of visible) {
    text += hasValue
      ? `${id}${head}${id}","value":${stringifyValue(getValue(node, port))}${tail}`
      : `${id}${head}${id}${tail}`;
  }
  return text;
};

export const stringifyConnection = (connection: Connection): string => {
  const { id, from, to } = connection;
  const { id: output, graph } = from.node;
  if (!graph.plainIds || isBrokenConnection(connection))
    return JSON.stringify(toConnectionRecord(connection));
  const input = to.node.id;
  const [outputSuffix, inputSuffix] = [getPortJson(from.port).idSuffix, getPortJson(to.port).idSuffix];
  return `{"id":"${id}","outputPortId":"${output}${outputSuffix}","outputNodeId":"${output}","inputPortId":"${input}${inputSuffix}","inputNodeId":"${input}","type":"${from.port.type}"}`;
};

/** Yields the JSON of a graph with its nodes and connections, in chunks. */
export function* stringifyGraphDetail(store: GraphStore, graph: GraphDocument): Generator<string> {
  yield `${JSON.stringify(toGraphRecord(graph)).slice(0, -1)},"nodes":`;
  yield* stringifyListInChunks(graph.nodes.values(), (node) => stringifyNode(store, node));
  yield ',"connections":';
  yield* stringifyListInChunks(graph.connections.values(), stringifyConnection);
  yield '}';
}
