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

export const portsOf = (kind: NodeKind, direction: 'input' | 'output', isWanted: (type: string) => boolean) =>
  kind.ports.filter((port) => port.direction === direction && isWanted(port.type));

const isTrigger = (type: string) => type === 'Trigger';

/**
 * The smallest node type that passes triggers on: one trigger input or more, one trigger output or more.
 * @throws Error when there is none.
 */
export const findFlowKind = (catalogue: readonly NodeKind[]): NodeKind =>
  smallest(
    catalogue.filter(
      (kind) => portsOf(kind, 'input', isTrigger).length > 0 && portsOf(kind, 'output', isTrigger).length > 0,
    ),
    'a trigger input and a trigger output',
  );

/**
 * The smallest node type that computes a number from two numbers, such as an addition.
 * @throws Error when there is none.
 */
export const findNumberKind = (catalogue: readonly NodeKind[]): NodeKind =>
  smallest(
    catalogue.filter(
      (kind) =>
        kind.ports.length === 3 &&
        portsOf(kind, 'input', isFloat).length === 2 &&
        portsOf(kind, 'output', isFloat).length === 1,
    ),
    'two Float inputs and one Float output',
  );

const isFloat = (type: string) => type === 'Float';

const smallest = (kinds: readonly NodeKind[], need: string): NodeKind => {
  const [best] = [...kinds].sort((a, b) => a.ports.length - b.ports.length);
  if (best === undefined) throw new Error(`GET /api/node-types lists no node type with ${need}`);
  return best;
};
