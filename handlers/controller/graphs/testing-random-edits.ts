/** Creates random graphs with all kinds of edits for tests and benchmarks. */
import { ApiError } from '#spec/errors.ts';
import { type Json, type PortType, getDefaultValue } from '#spec/values.ts';
import { noteColors, noteFonts } from '#spec/note-styles.ts';
import { addNode } from './add-nodes.ts';
import { connectPorts, setPortDisabled, setPortExpanded, writePort } from './graph-edits.ts';
import {
  type GraphDocument,
  isWritablePort,
  type NodeDocument,
  type PortEnd,
  getPortId,
} from './graph-document.ts';
import { changeNoteContent } from './note-content.ts';
import { clampToRange } from '#spec/coerce-value.ts';
import { isExpandablePort } from './sub-ports.ts';
import type { GraphStore } from './graph-store.ts';

/** Returns a random integer from 0 (inclusive) to the limit (exclusive). */
export type RandomInteger = (limit: number) => number;

const pickOne = <T>(randomInt: RandomInteger, choices: readonly T[]): T =>
  choices[randomInt(choices.length)]!;

/**
 * Makes an edit that may be rejected.
 * @returns whether the edit was accepted
 */
export const ignoreApiError = (edit: () => unknown): boolean => {
  try {
    edit();
    return true;
  } catch (failure) {
    if (failure instanceof ApiError) return false;
    throw failure;
  }
};

const createRandomNumber = (randomInt: RandomInteger): number => (randomInt(2001) - 1000) / 8;

/** Creates a random value in one of the forms that a port type accepts. */
export const createRandomValue = (
  randomInt: RandomInteger,
  type: PortType,
  options: readonly string[] = [],
): Json => {
  switch (type) {
    case 'Boolean':
      return randomInt(2) === 1;
    case 'Integer':
      return pickOne<Json>(randomInt, [randomInt(1000), String(randomInt(1000))]);
    case 'Float':
      return pickOne<Json>(randomInt, [createRandomNumber(randomInt), String(createRandomNumber(randomInt))]);
    case 'Vector3': {
      const [x, y, z] = [
        createRandomNumber(randomInt),
        createRandomNumber(randomInt),
        createRandomNumber(randomInt),
      ];
      return pickOne<Json>(randomInt, [{ x, y, z }, [x, y, z], x]);
    }
    case 'Color': {
      const [r, g, b, a] = [
        randomInt(256) / 255,
        randomInt(256) / 255,
        randomInt(256) / 255,
        randomInt(256) / 255,
      ];
      return pickOne<Json>(randomInt, [[r, g, b, a], [r, g, b], { r, g, b, a }]);
    }
    case 'Dropdown':
      return pickOne<Json>(randomInt, [
        randomInt(Math.max(1, options.length)),
        options[randomInt(Math.max(1, options.length))] ?? '',
      ]);
    case 'List':
      return [randomInt(9), 'two', { three: [randomInt(3)] }].slice(0, randomInt(4));
    case 'Generic':
      return pickOne<Json>(randomInt, [null, 'text', randomInt(9), { any: ['value'] }]);
    case 'String':
    case 'ObjectSelector':
    case 'AssetSelector':
      return pickOne(randomInt, ['', 'text', 'two\nlines', 'ünïcödé "quoted"', '\\']);
    default:
      return getDefaultValue(type);
  }
};

const listPortEnds = (nodes: readonly NodeDocument[]): PortEnd[] =>
  nodes.flatMap((node) => node.ports.map((port) => ({ node, port })));

/** Makes a random edit to a node: writes, expands or disables a port, or changes a note. */
export const editNodeRandomly = (store: GraphStore, node: NodeDocument, randomInt: RandomInteger): void => {
  const end = { node, port: pickOne(randomInt, node.ports) };
  if (node.note)
    changeNoteContent(node, {
      text: `note ${randomInt(99)}`,
      font: pickOne(randomInt, noteFonts),
      color: pickOne(randomInt, noteColors),
    });
  if (!end.port) return;
  if (isWritablePort(end.port) && end.port.type !== 'Button') {
    const value = clampToRange(end.port, createRandomValue(randomInt, end.port.type, end.port.options));
    ignoreApiError(() => writePort(store, getPortId(node.id, end.port), value));
  }
  if (isExpandablePort(end.port)) setPortExpanded(store, end, randomInt(3) > 0);
  if (end.port.type === 'Trigger') setPortDisabled(end, randomInt(2) === 0);
};

/** Tries to connect two ports whose nodes were created at about the same time. */
export const connectRandomPorts = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  randomInt: RandomInteger,
): boolean => {
  const first = randomInt(nodes.length);
  const ends = listPortEnds(nodes.slice(first, first + 6));
  const outputs = ends.filter(({ port }) => port.direction === 'output');
  if (outputs.length === 0) return false;
  const from = pickOne(randomInt, outputs);
  const inputs = ends.filter(
    ({ node, port }) => port.direction === 'input' && port.type === from.port.type && node !== from.node,
  );
  if (inputs.length === 0) return false;
  const to = pickOne(randomInt, inputs);
  return ignoreApiError(() =>
    connectPorts(store, graph, getPortId(from.node.id, from.port), getPortId(to.node.id, to.port)),
  );
};

/** Adds nodes of all types to a graph, including values, connections, expanded and disabled ports, and notes. */
export const addRandomNodes = (
  store: GraphStore,
  graph: GraphDocument,
  randomInt: RandomInteger,
  count: number,
): void => {
  const types = store.catalog.listVisible();
  const nodes = Array.from({ length: count }, () =>
    addNode(store, graph, {
      category: pickOne(randomInt, types).enumValue,
      locationX: createRandomNumber(randomInt),
      locationY: createRandomNumber(randomInt),
    }),
  );
  for (const node of nodes)
    for (let edits = 0; edits < 3; edits += 1) editNodeRandomly(store, node, randomInt);
  for (let connectionCount = 0; connectionCount < count * 2; connectionCount += 1)
    connectRandomPorts(store, graph, nodes, randomInt);
};

/** Creates a seeded random number generator (mulberry32) that returns the same numbers on every machine. */
export const createSeededRandomInteger = (seed: number): RandomInteger => {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};
