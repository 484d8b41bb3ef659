/**
 * Placeholders for nodes in a graph file whose type is unknown (C-275). Placeholders have the ports that the file
 * mentions. They can be moved, connected and deleted, and their data is saved unchanged.
 */
import type { Json } from '#spec/values.ts';
import type { NodeType, PortDeclaration } from '#spec/node-type.ts';
import { type FileNode, type GraphDocument, type NodeDocument, getPortKey } from './graph-document.ts';
import { createNode } from './graph-edits.ts';
import type { GraphStore } from './graph-store.ts';

/** A connection in a graph file, given by node ids and port names. */
interface FileConnection {
  readonly from: readonly [nodeId: string, port: string];
  readonly to: readonly [nodeId: string, port: string];
}

type PortDirection = PortDeclaration['direction'];

/** A port that connections mention and whose type has not been inferred yet. */
interface NamedPort {
  readonly name: string;
  readonly direction: PortDirection;
  isTrigger: boolean;
  /** The ports of other placeholders to which this port is connected. */
  readonly peers: NamedPort[];
}

/** Returns the strings in a list from a file, or nothing if the value isn't a list. */
export const listStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Returns the input values in a node's data in the file. */
export const getFileValues = ({ values }: FileNode): Record<string, Json> =>
  typeof values === 'object' && values !== null && !Array.isArray(values)
    ? { ...(values as Record<string, Json>) }
    : {};

/**
 * Infers the ports of placeholders from the file's connections, values and disabled ports. A port becomes a Trigger if
 * it is disabled or connected to a Trigger, and Generic otherwise. Values are treated as secrets, because only the
 * missing type could indicate which values are not secret.
 * @param typeAt a function that returns the type of a known node's port, or `undefined` if the port doesn't exist
 */
export const inferPorts = (
  nodes: readonly FileNode[],
  connections: readonly FileConnection[],
  typeAt: (end: FileConnection['from'], direction: PortDirection) => PortDeclaration['type'] | undefined,
): ReadonlyMap<string, readonly PortDeclaration[]> => {
  const portsByNode = new Map(nodes.map((node) => [node.id, new Map<string, NamedPort>()]));

  const getOrCreatePort = (nodeId: string, name: string, direction: PortDirection): NamedPort | undefined => {
    const ports = portsByNode.get(nodeId);
    if (!ports) return undefined;
    const key = getPortKey({ name, direction, type: 'Generic' });
    const existing = ports.get(key);
    if (existing) return existing;
    const port = { name, direction, isTrigger: false, peers: [] };
    ports.set(key, port);
    return port;
  };

  for (const node of nodes) {
    for (const name of Object.keys(getFileValues(node))) getOrCreatePort(node.id, name, 'input');
    for (const key of listStrings(node.disabled)) {
      const [, side, name] = /^(in|out)\.(.+)$/s.exec(key) ?? [];
      const port = name && getOrCreatePort(node.id, name, side === 'in' ? 'input' : 'output');
      if (port) port.isTrigger = true;
    }
  }
  for (const { from, to } of connections) {
    const output = getOrCreatePort(...from, 'output');
    const input = getOrCreatePort(...to, 'input');
    if (output && input) {
      output.peers.push(input);
      input.peers.push(output);
    } else if (output) output.isTrigger ||= typeAt(to, 'input') === 'Trigger';
    else if (input) input.isTrigger ||= typeAt(from, 'output') === 'Trigger';
  }
  spreadTriggers([...portsByNode.values()].flatMap((ports) => [...ports.values()]));

  return new Map(
    nodes.map((node) => {
      const values = getFileValues(node);
      const ports = [...(portsByNode.get(node.id)?.values() ?? [])].map(
        ({ name, direction, isTrigger }): PortDeclaration => ({
          ...{ name, direction, type: isTrigger ? 'Trigger' : 'Generic' },
          ...(direction === 'input' && Object.hasOwn(values, name) && { isSensitive: true }),
        }),
      );
      const listPorts = (wantedDirection: PortDirection) =>
        ports.filter(({ direction }) => direction === wantedDirection);
      return [node.id, [...listPorts('input'), ...listPorts('output')]];
    }),
  );
};

/** Turns all ports that are directly or indirectly connected to a Trigger into Triggers, too. */
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

/** Creates a placeholder from a node's data in the file. The caller must add the placeholder to its graph. */
export const createPlaceholder = (
  store: GraphStore,
  graph: GraphDocument,
  fileNode: FileNode,
  { x, y }: { readonly x: number; readonly y: number },
  ports: readonly PortDeclaration[],
): NodeDocument => ({
  ...createNode(store, graph, createMissingNodeType(fileNode.category, ports), x, y),
  id: fileNode.id,
  values: getFileValues(fileNode),
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
