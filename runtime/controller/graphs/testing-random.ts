/** Random graphs, for tests and measurements: whatever an author could do to a graph is in them. */
import { ApiError } from '#spec/errors.ts';
import { type Json, type PortType, getDefaultValue } from '#spec/values.ts';
import { noteColors, noteFonts } from '#spec/note-styles.ts';
import { addNode } from './add-nodes.ts';
import { connect, setDisabled, setExpanded, writePort } from './edit.ts';
import { type GraphDocument, isWritable, type NodeDocument, type PortEnd, portIdOf } from './document.ts';
import { changeNote } from './note.ts';
import { clampToRange } from '#spec/coerce-value.ts';
import { isExpandable } from './sub-ports.ts';
import type { GraphStore } from './store.ts';

/** A whole number from 0 up to, and without, the limit. */
export type Roll = (limit: number) => number;

const pick = <T>(roll: Roll, choices: readonly T[]): T => choices[roll(choices.length)]!;

/** Does an edit that may be refused; a refusal leaves the graph as it was. */
export const attempt = (edit: () => unknown): boolean => {
  try {
    edit();
    return true;
  } catch (failure) {
    if (failure instanceof ApiError) return false;
    throw failure;
  }
};

const number = (roll: Roll): number => (roll(2001) - 1000) / 8;

/** A value in some shape that a port type takes. */
export const randomValue = (roll: Roll, type: PortType, options: readonly string[] = []): Json => {
  switch (type) {
    case 'Boolean':
      return roll(2) === 1;
    case 'Integer':
      return pick<Json>(roll, [roll(1000), String(roll(1000))]);
    case 'Float':
      return pick<Json>(roll, [number(roll), String(number(roll))]);
    case 'Vector3': {
      const [x, y, z] = [number(roll), number(roll), number(roll)];
      return pick<Json>(roll, [{ x, y, z }, [x, y, z], x]);
    }
    case 'Color': {
      const [r, g, b, a] = [roll(256) / 255, roll(256) / 255, roll(256) / 255, roll(256) / 255];
      return pick<Json>(roll, [[r, g, b, a], [r, g, b], { r, g, b, a }]);
    }
    case 'Dropdown':
      return pick<Json>(roll, [
        roll(Math.max(1, options.length)),
        options[roll(Math.max(1, options.length))] ?? '',
      ]);
    case 'List':
      return [roll(9), 'two', { three: [roll(3)] }].slice(0, roll(4));
    case 'Generic':
      return pick<Json>(roll, [null, 'text', roll(9), { any: ['value'] }]);
    case 'String':
    case 'ObjectSelector':
    case 'AssetSelector':
      return pick(roll, ['', 'text', 'two\nlines', 'ünïcödé "quoted"', '\\']);
    default:
      return getDefaultValue(type);
  }
};

const endsOf = (nodes: readonly NodeDocument[]): PortEnd[] =>
  nodes.flatMap((node) => node.ports.map((port) => ({ node, port })));

/** Writes, expands, disables and formats something of a node. */
export const editNode = (store: GraphStore, node: NodeDocument, roll: Roll): void => {
  const end = { node, port: pick(roll, node.ports) };
  if (node.note)
    changeNote(node, {
      text: `note ${roll(99)}`,
      font: pick(roll, noteFonts),
      color: pick(roll, noteColors),
    });
  if (!end.port) return;
  if (isWritable(end.port) && end.port.type !== 'Button') {
    const value = clampToRange(end.port, randomValue(roll, end.port.type, end.port.options));
    attempt(() => writePort(store, portIdOf(node.id, end.port), value));
  }
  if (isExpandable(end.port)) setExpanded(store, end, roll(3) > 0);
  if (end.port.type === 'Trigger') setDisabled(end, roll(2) === 0);
};

/** Tries to wire two ports that lie near each other in the order of creation. */
export const wireSome = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  roll: Roll,
): boolean => {
  const first = roll(nodes.length);
  const ends = endsOf(nodes.slice(first, first + 6));
  const outputs = ends.filter(({ port }) => port.direction === 'output');
  if (outputs.length === 0) return false;
  const from = pick(roll, outputs);
  const inputs = ends.filter(
    ({ node, port }) => port.direction === 'input' && port.type === from.port.type && node !== from.node,
  );
  if (inputs.length === 0) return false;
  const to = pick(roll, inputs);
  return attempt(() =>
    connect(store, graph, portIdOf(from.node.id, from.port), portIdOf(to.node.id, to.port)),
  );
};

/** Adds nodes of all types to a graph, with values, wires, expanded and disabled ports, and notes. */
export const fillGraph = (store: GraphStore, graph: GraphDocument, roll: Roll, count: number): void => {
  const types = store.catalog.visible();
  const nodes = Array.from({ length: count }, () =>
    addNode(store, graph, {
      category: pick(roll, types).enumValue,
      locationX: number(roll),
      locationY: number(roll),
    }),
  );
  for (const node of nodes) for (let edits = 0; edits < 3; edits += 1) editNode(store, node, roll);
  for (let wires = 0; wires < count * 2; wires += 1) wireSome(store, graph, nodes, roll);
};

/** Rolls from a seed (mulberry32), the same on every machine. */
export const seededRoll = (seed: number): Roll => {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};
