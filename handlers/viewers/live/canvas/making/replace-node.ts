/** Plans the replacement of a node: which of its wires and values the new node keeps. */
import { canConnectPorts, listOfferedPorts, type OfferedPort, type TypedPort } from './fitting-ports.ts';
import { listExpansions, type NodePlan, planWire } from './node-plan.ts';
import { hasCopyableValue } from '../changes/graph-fragment.ts';
import { type GraphDetail, indexPorts, type NodeRecord, type PortRecord } from '../../graphs/graph-types.ts';
import type { PortValue } from '../../graphs/graph-types.ts';
import type { NodeType } from '../../node-types/node-type-catalog.ts';

interface NodeWire {
  /** The end at the node that is replaced. */
  readonly own: PortRecord;
  readonly other: PortRecord;
}

interface Replacement {
  readonly plan: NodePlan;
  /** How many wires the node has now. */
  readonly wireCount: number;
}

/** Plans a new node that keeps the wires and values of another one, first by the names of ports, then by their types. */
export const planReplacement = (
  { ports }: NodeType,
  node: NodeRecord,
  graph: GraphDetail | undefined,
): Replacement => {
  const wires = graph ? listWires(graph, node.id) : [];
  const successors = matchWiredPorts(listOfferedPorts(ports), wires);
  const kept = wires.flatMap(({ own, other }) => {
    const successor = successors.get(own.id);
    return successor ? [planWire(successor, other)] : [];
  });
  const isWired = ({ id }: PortRecord): boolean => wires.some(({ own }) => own.id === id);
  const values = node.ports
    .filter((port) => hasCopyableValue(port) && !isWired(port))
    .flatMap((port) => {
      const successor = findValueSuccessor(ports, port, node.ports);
      return successor ? [[successor.name, port.value as PortValue] as const] : [];
    });
  return {
    plan: {
      values: Object.fromEntries(values),
      marks: listExpansions([...successors.values()]),
      wires: kept,
    },
    wireCount: wires.length,
  };
};

/** Lists the wires between a node and other nodes. */
const listWires = (graph: GraphDetail, nodeId: string): NodeWire[] => {
  const ports = indexPorts(graph);
  return graph.connections.flatMap(({ outputPortId, inputPortId }) => {
    const [output, input] = [ports.get(outputPortId), ports.get(inputPortId)];
    if (!output || !input || output.nodeId === input.nodeId) return [];
    if (output.nodeId === nodeId) return [{ own: output, other: input }];
    return input.nodeId === nodeId ? [{ own: input, other: output }] : [];
  });
};

/** Finds the port of the new node that takes over the wires of each wired port, keyed by port id. */
const matchWiredPorts = (
  offered: readonly OfferedPort[],
  wires: readonly NodeWire[],
): ReadonlyMap<string, OfferedPort> => {
  const wiredPorts = [...new Map(wires.map(({ own }) => [own.id, own])).values()];
  const successors = new Map<string, OfferedPort>();
  const preferences: readonly ((port: OfferedPort, own: PortRecord) => boolean)[] = [
    (port, own) => port.name === own.name,
    (port, own) => port.parent === undefined && port.type === own.type,
    (port) => port.parent === undefined,
  ];
  for (const isPreferred of preferences) {
    for (const own of wiredPorts) {
      if (successors.has(own.id)) continue;
      const taken = [...successors.values()];
      const ends = wires.filter((wire) => wire.own.id === own.id);
      const successor = offered.find(
        (port) =>
          isPreferred(port, own) &&
          !taken.includes(port) &&
          ends.every(({ other }) => canConnectPorts(port, other)),
      );
      if (successor) successors.set(own.id, successor);
    }
  }
  return successors;
};

type ValuePort = NodeType['ports'][number];

/**
 * Finds the input of the new node that takes over a value: the one with the same name, or the only one of the type if
 * there is only one in both nodes.
 */
const findValueSuccessor = (
  ports: NodeType['ports'],
  port: PortRecord,
  previousPorts: readonly PortRecord[],
): ValuePort | undefined => {
  const isSameKind = (other: TypedPort): boolean => other.direction === 'input' && other.type === port.type;
  const named = ports.find(({ name, direction }) => direction === 'input' && name === port.name);
  const sameKind = ports.filter(isSameKind);
  const isOnlyOne = sameKind.length === 1 && previousPorts.filter(isSameKind).length === 1;
  const successor = named ?? (isOnlyOne ? sameKind[0] : undefined);
  return successor && acceptsValue(successor, port) ? successor : undefined;
};

const acceptsValue = (
  { type, options, minimum, maximum, isSensitive }: ValuePort,
  port: PortRecord,
): boolean => {
  const { value } = port;
  if (isSensitive || (type !== port.type && !(type === 'Float' && port.type === 'Integer'))) return false;
  if (type === 'Dropdown' && !options?.includes(String(value))) return false;
  return (
    typeof value !== 'number' ||
    (value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.POSITIVE_INFINITY))
  );
};
