import { isDeepEqual } from '../values/json-equality.ts';
import { convertValue } from '#spec/convert-value.ts';
import type { Json } from '#spec/values.ts';
import type { GraphSnapshot, NodeSnapshot, ConnectionSnapshot } from '../link/runtime-link.ts';
import type { NodeProgram, GraphProgram } from './compile-graph.ts';

interface SlotWrite {
  readonly slot: number;
  readonly value: Json;
}

/** A program that differs from the previous one only in values. */
interface PatchedProgram {
  readonly program: GraphProgram;
  readonly writes: readonly SlotWrite[];
}

/**
 * Derives the program of an edited graph from the previous program. This is much cheaper than compiling, and changes
 * only values in a running graph.
 * @returns `undefined` when the edit changed more than values, or when a changed value affects ports or is itself
 * published
 */
export const patchProgramValues = (
  before: GraphSnapshot,
  program: GraphProgram,
  after: GraphSnapshot,
): PatchedProgram | undefined => {
  if (
    before.nodes.length !== after.nodes.length ||
    !hasSameConnections(before.connections, after.connections)
  ) {
    return undefined;
  }
  const writes: SlotWrite[] = [];
  for (const [index, node] of after.nodes.entries()) {
    const previousNode = before.nodes[index];
    const nodeProgram = program.nodes[index];
    if (!previousNode || !nodeProgram || !isSameNode(previousNode, node)) return undefined;
    for (const [name, value] of Object.entries(node.values)) {
      const previous = Object.hasOwn(previousNode.values, name) ? previousNode.values[name] : undefined;
      if (previous === undefined) return undefined;
      if (isDeepEqual(value, previous)) continue;
      const write = findSlotWrite(nodeProgram, name, value);
      if (write === 'structural') return undefined;
      if (write) writes.push(write);
    }
  }
  const writtenSlots = new Set(writes.map(({ slot }) => slot));
  if (program.published.some(({ slot }) => writtenSlots.has(slot))) return undefined;
  const initial = [...program.initial];
  for (const { slot, value } of writes) initial[slot] = value;
  return { program: { ...program, name: after.name, initial }, writes };
};

const hasSameConnections = (
  before: readonly ConnectionSnapshot[],
  after: readonly ConnectionSnapshot[],
): boolean =>
  before.length === after.length &&
  before.every(({ from, to }, index) => {
    const counterpart = after[index];
    return counterpart && hasSameNames(from, counterpart.from) && hasSameNames(to, counterpart.to);
  });

/** Returns whether two nodes have the same ports and differ only in port values. */
const isSameNode = (before: NodeSnapshot, after: NodeSnapshot): boolean =>
  before.id === after.id &&
  before.category === after.category &&
  before.internal === after.internal &&
  hasSameNames(before.disabled ?? [], after.disabled ?? []) &&
  Object.keys(before.values).length === Object.keys(after.values).length;

const hasSameNames = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((name, index) => name === after[index]);

/**
 * Finds the slot of a changed value. Returns nothing when the input is connected, or when the node has no such input.
 */
const findSlotWrite = (
  { definition: { type }, inputs }: NodeProgram,
  name: string,
  value: Json,
): SlotWrite | 'structural' | undefined => {
  if (type.portsFor) return 'structural';
  const input = inputs.find((candidate) => candidate.name === name);
  const port = type.ports.find((candidate) => candidate.name === name && candidate.direction === 'input');
  if (!input || !port || input.connectedType !== undefined) return undefined;
  return { slot: input.slot, value: convertValue(port.type, value, port.options) };
};
