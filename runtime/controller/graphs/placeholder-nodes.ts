/**
 * Placeholders for nodes of a graph file whose type this service doesn't have (C-275). Their ports are those that the
 * file names. They can be moved, connected and deleted, and what their file says about them is saved unchanged.
 */
import type { Json } from '#spec/values.ts';
import type { NodeType, PortDeclaration } from '../../nodes/dsl/node-type.ts';
import { type FileNode, type GraphDocument, type NodeDocument, getPortKey } from './graph-document.ts';
import { createNode } from './graph-edits.ts';
import type { GraphStore } from './graph-store.ts';

/** A connection as a graph file has it: the ids of its nodes and the names of its ports. */
interface FileConnection {
  readonly from: readonly [nodeId: string, port: string];
  readonly to: readonly [nodeId: string, port: string];
}

type PortDirection = PortDeclaration['direction'];

/** A port named by connections, before its type is inferred. */
interface NamedPort {
  readonly name: string;
  readonly direction: PortDirection;
  isTrigger: boolean;
  /** Ports of other placeholders that are connected to it. */
  readonly peers: NamedPort[];
}

const isString = (value: unknown): value is string => typeof value === 'string';

const listStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isString) : [];

const getValues = ({ values }: FileNode): Record<string, Json> =>
  typeof values === 'object' && values !== null && !Array.isArray(values)
    ? { ...(values as Record<string, Json>) }
    : {};

/**
 * Infers the ports of placeholders by node id from the connections, values and disabled ports of the file. A port is a
 * Trigger when it is disabled or connected to one, otherwise Generic. A value may be a secret, because only its type
 * could say otherwise.
 * @param typeAt returns the type of a port of a node whose type is known; undefined when there is no such port
 */
export const inferPorts = (
  nodes: readonly FileNode[],
  wires: readonly FileConnection[],
  typeAt: (end: FileConnection['from'], direction: PortDirection) => PortDeclaration['type'] | undefined,
): ReadonlyMap<string, readonly PortDeclaration[]> => {
  const found = new Map(nodes.map((node) => [node.id, new Map<string, NamedPort>()]));

  const portAt = (nodeId: string, name: string, direction: PortDirection): NamedPort | undefined => {
    const ports = found.get(nodeId);
    if (!ports) return undefined;
    const key = getPortKey({ name, direction, type: 'Generic' });
    const known = ports.get(key);
    if (known) return known;
    const port = { name, direction, isTrigger: false, peers: [] };
    ports.set(key, port);
    return port;
  };

  for (const node of nodes) {
    for (const name of Object.keys(getValues(node))) portAt(node.id, name, 'input');
    for (const key of listStrings(node.disabled)) {
      const [, side, name] = /^(in|out)\.(.+)$/s.exec(key) ?? [];
      const port = name && portAt(node.id, name, side === 'in' ? 'input' : 'output');
      if (port) port.isTrigger = true;
    }
  }
  for (const { from, to } of wires) {
    const output = portAt(...from, 'output');
    const input = portAt(...to, 'input');
    if (output && input) {
      output.peers.push(input);
      input.peers.push(output);
    } else if (output) output.isTrigger ||= typeAt(to, 'input') === 'Trigger';
    else if (input) input.isTrigger ||= typeAt(from, 'output') === 'Trigger';
  }
  spreadTriggers([...found.values()].flatMap((ports) => [...ports.values()]));

  return new Map(
    nodes.map((node) => {
      const values = getValues(node);
      const ports = [...(found.get(node.id)?.values() ?? [])].map(
        ({ name, direction, isTrigger }): PortDeclaration => ({
          ...{ name, direction, type: isTrigger ? 'Trigger' : 'Generic' },
          ...(direction === 'input' && Object.hasOwn(values, name) && { isSensitive: true }),
        }),
      );
      const ofDirection = (wanted: PortDirection) => ports.filter(({ direction }) => direction === wanted);
      return [node.id, [...ofDirection('input'), ...ofDirection('output')]];
    }),
  );
};

/** Makes every port that is connected to a Trigger a Trigger. */
const spreadTriggers = (ports: readonly NamedPort[]): void => {
  const pending = ports.filter(({ isTrigger }) => isTrigger);
  for (let port = pending.pop(); port; port = pending.pop()) {
    for (const peer of port.peers) {
      if (peer.isTrigger) continue;
      peer.isTrigger = true;
      pending.push(peer);
    }
  }
};

/** Creates a node from the file's data on one whose type is missing here. It isn't part of its graph yet. */
export const createPlaceholder = (
  store: GraphStore,
  graph: GraphDocument,
  fileNode: FileNode,
  { x, y }: { readonly x: number; readonly y: number },
  ports: readonly PortDeclaration[],
): NodeDocument => ({
  ...createNode(store, graph, createMissingNodeType(fileNode.category, ports), x, y),
  id: fileNode.id,
  values: getValues(fileNode),
  disabled: new Set(listStrings(fileNode.disabled)),
  fileNode,
});

const createMissingNodeType = (enumValue: string, ports: readonly PortDeclaration[]): NodeType => ({
  enumValue,
  category: '',
  kind: 'flow',
  description: '',
  ports,
});
