import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { portTypeNames } from '#spec/values.ts';
import { applyBuildPlan } from './build-graph.ts';
import { coerceValue, clampToRange } from '#spec/coerce-value.ts';
import { checkConnection } from './connections.ts';
import {
  type GraphDocument,
  getValue,
  type NodeDocument,
  type PortEnd,
  getPortId,
} from './graph-document.ts';
import { addNodes } from './add-nodes.ts';
import { connectPorts, removeGraph, setPortExpanded, writePort } from './graph-edits.ts';
import { copyGraph, openGraphFile } from '../projects/open-graph.ts';
import { isExpandablePort, isSubPort, listSubPorts } from './sub-ports.ts';
import { createTestGraph, takeGraphSnapshot, serializeGraphFile } from './testing-graphs.ts';
import {
  addRandomNodes,
  createRandomValue,
  type RandomInteger,
  createSeededRandomInteger,
} from './testing-random-edits.ts';

const seed = fc.integer();

/** Creates a graph with a few random nodes. */
const randomGraph = (from: number, count = 5) => {
  const randomInt = createSeededRandomInteger(from);
  const { store, graph } = createTestGraph();
  addRandomNodes(store, graph, randomInt, count);
  return { store, graph, randomInt };
};

const pickRandom = <T>(randomInt: RandomInteger, choices: readonly T[]): T =>
  choices[randomInt(choices.length)]!;

const listPortEnds = (nodes: Iterable<NodeDocument>): PortEnd[] =>
  [...nodes].flatMap((node) => node.ports.map((port) => ({ node, port })));

const getErrorCode = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (failure) {
    if (failure instanceof ApiError) return failure.code;
    throw failure;
  }
};

describe('any graph', () => {
  it('is unchanged after a bulk creation that fails at any item', () => {
    fc.assert(
      fc.property(seed, fc.nat({ max: 6 }), fc.nat({ max: 6 }), (from, length, index) => {
        const { store, graph } = randomGraph(from, 2);
        const before = takeGraphSnapshot(store, graph);
        const placements = Array.from({ length }, () => ({ category: 'Add', locationX: 0, locationY: 0 }));
        placements.splice(index, 0, { category: 'NoSuchType', locationX: 0, locationY: 0 });
        expect(getErrorCode(() => addNodes(store, graph, placements))).toBe('NODE_TYPE_NOT_FOUND');
        expect(takeGraphSnapshot(store, graph)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('is unchanged after a build that fails anywhere, including ids, order and connections', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const { store, graph, randomInt } = randomGraph(from);
        const before = takeGraphSnapshot(store, graph);
        const types = store.catalog.listVisible();
        const nodes = Array.from({ length: 1 + randomInt(4) }, (_, index) => {
          const type = pickRandom(randomInt, types);
          const values = type.ports
            .filter(
              ({ direction, type: port }) =>
                direction === 'input' && port !== 'Trigger' && port !== 'Button' && randomInt(2) === 0,
            )
            .filter(({ type: port }) => port !== 'Dropdown')
            .map(({ name, type: port }) => [name, createRandomValue(randomInt, port)] as const);
          return {
            tempId: `n${index}`,
            category: type.enumValue,
            locationX: 0,
            locationY: 0,
            ports: Object.fromEntries(values),
          };
        });
        const ends = listPortEnds(graph.nodes.values());
        const end = (direction: string) => {
          const { node, port } = pickRandom(
            randomInt,
            ends.filter((candidate) => candidate.port.direction === direction),
          );
          return `${node.id}/${port.name}`;
        };
        const connections = Array.from({ length: randomInt(6) }, () => ({
          from: end('output'),
          to: end('input'),
        }));
        const position = randomInt(2) === 0 ? nodes.length : connections.length;
        if (position === nodes.length) {
          nodes.splice(randomInt(position + 1), 0, {
            tempId: 'odd',
            category: 'NoSuchType',
            locationX: 0,
            locationY: 0,
            ports: {},
          });
        } else connections.splice(randomInt(position + 1), 0, { from: 'nobody/Out', to: end('input') });
        expect(getErrorCode(() => applyBuildPlan(store, graph, { nodes, connections }))).toBeDefined();
        expect(takeGraphSnapshot(store, graph)).toEqual(before);
      }),
      { numRuns: 600 },
    );
  });

  it('opens from its file as it was saved', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const { store, graph } = randomGraph(from, 8);
        const other = createTestGraph();
        removeGraph(other.store, other.graph);
        const opened = openGraphFile(other.store, graph.path, serializeGraphFile(graph));
        opened.revision = graph.revision;
        expect(takeGraphSnapshot(other.store, opened)).toEqual(takeGraphSnapshot(store, graph));
        expect(serializeGraphFile(opened)).toBe(serializeGraphFile(graph));
      }),
      { numRuns: 300 },
    );
  });

  it('can be copied completely, with new ids, and does not depend on its copy', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const { store, graph, randomInt } = randomGraph(from, 6);
        const original = serializeGraphFile(graph);
        const copy = copyGraph(store, graph, graph.name, 'graphs/Copy.json');
        expect(replaceIds(serializeGraphFile(copy), copy)).toBe(replaceIds(original, graph));
        for (const id of copy.nodes.keys()) expect(graph.nodes.has(id)).toBe(false);
        addRandomNodes(store, copy, randomInt, 2);
        for (const node of copy.nodes.values()) {
          const [port] = node.ports.filter(
            ({ type, direction }) => type === 'Float' && direction === 'input',
          );
          if (port) writePort(store, getPortId(node.id, port), clampToRange(port, 0.375));
        }
        expect(serializeGraphFile(graph)).toBe(original);
      }),
      { numRuns: 200 },
    );
  });
});

/** Replaces each id in the text of a graph file with its index. */
const replaceIds = (text: string, { id, nodes, connections }: GraphDocument): string =>
  [id, ...nodes.keys(), ...connections.keys()].reduce(
    (result, original, index) => result.replaceAll(original, `#${index}#`),
    text,
  );

describe('any pair of ports', () => {
  it('connects exactly when the dry run says so, and the dry run changes nothing', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const { store, graph, randomInt } = randomGraph(from, 4);
        const ends = listPortEnds(graph.nodes.values());
        for (let pairs = 0; pairs < 8; pairs += 1) {
          const [first, second] = [pickRandom(randomInt, ends), pickRandom(randomInt, ends)];
          const before = takeGraphSnapshot(store, graph);
          const dryRunResult = getErrorCode(() => checkConnection(store.catalog, first, second));
          expect(takeGraphSnapshot(store, graph)).toEqual(before);
          const connected = getErrorCode(() =>
            connectPorts(
              store,
              graph,
              getPortId(first.node.id, first.port),
              getPortId(second.node.id, second.port),
            ),
          );
          expect(connected).toBe(dryRunResult);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('any Vector or Color port', () => {
  it('has the same value as its sub-ports after any expand, collapse and write', () => {
    fc.assert(
      fc.property(seed, (from) => {
        const randomInt = createSeededRandomInteger(from);
        const { store, add } = createTestGraph();
        const node = add(pickRandom(randomInt, ['VectorLength', 'SplitColor', 'ColorLerp', 'VectorMath']));
        const head = pickRandom(
          randomInt,
          node.ports.filter((port) => isExpandablePort(port) && port.direction === 'input'),
        );
        const expected = { ...(getValue(node, head) as Record<string, number>) };
        for (let steps = 0; steps < 12; steps += 1) {
          const isExpanded = node.ports.some((port) => isSubPort(port) && port.parent === head.name);
          if (randomInt(3) === 0) setPortExpanded(store, { node, port: head }, !isExpanded);
          else if (isExpanded && randomInt(2) === 0) {
            const part = pickRandom(randomInt, listSubPorts(head));
            expected[part.component] = randomInt(100) / 4;
            writePort(store, getPortId(node.id, part), expected[part.component]);
          } else {
            const parentValue = Object.fromEntries(
              Object.keys(expected).map((key) => [key, randomInt(100) / 4]),
            );
            writePort(store, getPortId(node.id, head), parentValue);
            Object.assign(expected, parentValue);
          }
          expect(getValue(node, head)).toEqual(expected);
          for (const part of listSubPorts(head)) expect(getValue(node, part)).toBe(expected[part.component]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any value', () => {
  const options = ['one', 'two', 'three'];
  const numbers = fc.oneof(
    fc.constantFrom(0, 1),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const values = fc.oneof(
    fc.jsonValue(),
    numbers,
    numbers.map(String),
    fc.constantFrom(...options),
    fc.array(numbers, { maxLength: 5 }),
    fc.record({ x: numbers, y: numbers, z: numbers }, { requiredKeys: [] }),
    fc.record({ r: numbers, g: numbers, b: numbers, a: numbers }, { requiredKeys: [] }),
  );

  it('has one canonical form in each port type that accepts it, and that form is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...portTypeNames), values, (type, raw) => {
        const write = (value: unknown) => coerceValue({ name: 'Port', type, options }, value);
        const before = structuredClone(raw);
        if (getErrorCode(() => write(raw)) === undefined) expect(write(write(raw))).toEqual(write(raw));
        expect(raw).toEqual(before);
      }),
      { numRuns: 5000 },
    );
  });
});
