import { toJsonArray, toJsonObject, toOptionalString } from './loose-json.ts';
import type { Target } from './target.ts';

/** The properties of a port that a workload needs to know. */
interface PortSignature {
  readonly name: string;
  readonly type: string;
  readonly direction: 'input' | 'output';
}

export interface FixedPortNodeType {
  readonly enumValue: string;
  readonly ports: readonly PortSignature[];
}

/** Reads the target's node types, except those whose ports lack a name, a type or a direction. */
export const readNodeCatalogue = async (target: Target): Promise<FixedPortNodeType[]> => {
  const response = await target.call('GET', '/api/node-types?limit=1000');
  return toJsonArray(response).flatMap((category) =>
    toJsonArray(toJsonObject(category).nodes).flatMap(parseNodeType),
  );
};

/** Returns the node types that all targets have, as the first target describes them. */
export const readSharedCatalogue = async (targets: readonly Target[]): Promise<FixedPortNodeType[]> => {
  const [first = [], ...otherCatalogues] = await Promise.all(targets.map(readNodeCatalogue));
  const otherNames = otherCatalogues.map((catalogue) => new Set(catalogue.map(({ enumValue }) => enumValue)));
  return first.filter(({ enumValue }) => otherNames.every((names) => names.has(enumValue)));
};

const parseNodeType = (record: unknown): FixedPortNodeType[] => {
  const { enumValue, ports } = toJsonObject(record);
  const name = toOptionalString(enumValue);
  const parsedPorts = toJsonArray(ports).map(parsePort);
  if (name === undefined || parsedPorts.length === 0 || parsedPorts.includes(undefined)) return [];
  return [{ enumValue: name, ports: parsedPorts.filter((port) => port !== undefined) }];
};

const parsePort = (record: unknown): PortSignature | undefined => {
  const port = toJsonObject(record);
  const name = toOptionalString(port.name);
  const type = toOptionalString(port.type);
  const direction = toOptionalString(port.direction)?.toLowerCase();
  if (name === undefined || type === undefined || port.affectsNodePorts === true) return undefined;
  return direction === 'input' || direction === 'output' ? { name, type, direction } : undefined;
};

/** A node type that passes triggers on to the next node. */
export interface FlowNodeType {
  readonly enumValue: string;
  readonly triggerIn: string;
  readonly triggerOut: string;
}

/** A node type that computes a number from two numbers, such as an addition. */
interface NumberNodeType {
  readonly enumValue: string;
  readonly left: string;
  readonly right: string;
  readonly result: string;
}

/**
 * Finds the node types with at least one trigger input and one trigger output, sorted by size, smallest first.
 * @throws Error when there is no such node type
 */
export const findFlowNodeTypes = (catalogue: readonly FixedPortNodeType[]): FlowNodeType[] =>
  pickSmallest(catalogue, 'a trigger input and a trigger output', (kind) => {
    const [triggerIn] = listPortNames(kind, 'input', 'Trigger');
    const [triggerOut] = listPortNames(kind, 'output', 'Trigger');
    if (triggerIn === undefined || triggerOut === undefined) return undefined;
    return { enumValue: kind.enumValue, triggerIn, triggerOut };
  });

/**
 * Finds the smallest node type with exactly two Float inputs and one Float output.
 * @throws Error when there is no such node type
 */
export const findNumberNodeType = (catalogue: readonly FixedPortNodeType[]): NumberNodeType => {
  const [kind] = pickSmallest(catalogue, 'two Float inputs and one Float output', (kind) => {
    const [left, right] = listPortNames(kind, 'input', 'Float');
    const [result] = listPortNames(kind, 'output', 'Float');
    if (left === undefined || right === undefined || result === undefined || kind.ports.length > 3)
      return undefined;
    return { enumValue: kind.enumValue, left, right, result };
  });
  // biome-ignore lint/style/noNonNullAssertion: at least one was found
  return kind!;
};

const listPortNames = (
  { ports }: FixedPortNodeType,
  direction: PortSignature['direction'],
  type: string,
): string[] =>
  ports.filter((port) => port.direction === direction && port.type === type).map(({ name }) => name);

const pickSmallest = <T>(
  catalogue: readonly FixedPortNodeType[],
  description: string,
  parse: (kind: FixedPortNodeType) => T | undefined,
): T[] => {
  const bySize = [...catalogue].sort((a, b) => a.ports.length - b.ports.length);
  const matches = bySize.map(parse).filter((kind) => kind !== undefined);
  if (matches.length === 0) throw new Error(`GET /api/node-types lists no node type with ${description}`);
  return matches;
};
