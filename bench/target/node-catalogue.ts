import { arrayOf, objectOf, textOf } from './json.ts';
import type { Target } from './target.ts';

/** A port as a workload needs to know it. */
interface PortKind {
  readonly name: string;
  readonly type: string;
  readonly direction: 'input' | 'output';
}

/** A node type whose ports stay as they are. */
export interface NodeKind {
  readonly enumValue: string;
  readonly ports: readonly PortKind[];
}

/** Reads the node types that the target offers and whose records tell names, types and directions of ports. */
export const readNodeCatalogue = async (target: Target): Promise<NodeKind[]> => {
  const answer = await target.call('GET', '/api/node-types?limit=1000');
  return arrayOf(answer).flatMap((category) => arrayOf(objectOf(category).nodes).flatMap(readKind));
};

/** The node types that all targets offer, as the first of them tells them. */
export const readSharedCatalogue = async (targets: readonly Target[]): Promise<NodeKind[]> => {
  const [first = [], ...others] = await Promise.all(targets.map(readNodeCatalogue));
  const offered = others.map((catalogue) => new Set(catalogue.map(({ enumValue }) => enumValue)));
  return first.filter(({ enumValue }) => offered.every((names) => names.has(enumValue)));
};

const readKind = (record: unknown): NodeKind[] => {
  const { enumValue, ports } = objectOf(record);
  const name = textOf(enumValue);
  const read = arrayOf(ports).map(readPort);
  if (name === undefined || read.length === 0 || read.includes(undefined)) return [];
  return [{ enumValue: name, ports: read.filter((port) => port !== undefined) }];
};

const readPort = (record: unknown): PortKind | undefined => {
  const port = objectOf(record);
  const name = textOf(port.name);
  const type = textOf(port.type);
  const direction = textOf(port.direction)?.toLowerCase();
  if (name === undefined || type === undefined || port.affectsNodePorts === true) return undefined;
  return direction === 'input' || direction === 'output' ? { name, type, direction } : undefined;
};

/** A node type that passes triggers on. */
export interface FlowKind {
  readonly enumValue: string;
  readonly triggerIn: string;
  readonly triggerOut: string;
}

/** A node type that computes a number from two numbers, such as an addition. */
interface NumberKind {
  readonly enumValue: string;
  readonly left: string;
  readonly right: string;
  readonly result: string;
}

/**
 * The node types with one trigger input or more, and one trigger output or more; the smallest first.
 * @throws Error when there is none.
 */
export const findFlowKinds = (catalogue: readonly NodeKind[]): FlowKind[] =>
  fromSmallest(catalogue, 'a trigger input and a trigger output', (kind) => {
    const [triggerIn] = namesOf(kind, 'input', 'Trigger');
    const [triggerOut] = namesOf(kind, 'output', 'Trigger');
    if (triggerIn === undefined || triggerOut === undefined) return undefined;
    return { enumValue: kind.enumValue, triggerIn, triggerOut };
  });

/**
 * The smallest node type of two Float inputs, one Float output and nothing else.
 * @throws Error when there is none.
 */
export const findNumberKind = (catalogue: readonly NodeKind[]): NumberKind => {
  const [kind] = fromSmallest(catalogue, 'two Float inputs and one Float output', (kind) => {
    const [left, right] = namesOf(kind, 'input', 'Float');
    const [result] = namesOf(kind, 'output', 'Float');
    if (left === undefined || right === undefined || result === undefined || kind.ports.length > 3)
      return undefined;
    return { enumValue: kind.enumValue, left, right, result };
  });
  // biome-ignore lint/style/noNonNullAssertion: one at least was found
  return kind!;
};

const namesOf = ({ ports }: NodeKind, direction: PortKind['direction'], type: string): string[] =>
  ports.filter((port) => port.direction === direction && port.type === type).map(({ name }) => name);

const fromSmallest = <T>(
  catalogue: readonly NodeKind[],
  need: string,
  read: (kind: NodeKind) => T | undefined,
): T[] => {
  const bySize = [...catalogue].sort((a, b) => a.ports.length - b.ports.length);
  const found = bySize.map(read).filter((kind) => kind !== undefined);
  if (found.length === 0) throw new Error(`GET /api/node-types lists no node type with ${need}`);
  return found;
};
