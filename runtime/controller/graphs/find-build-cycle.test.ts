import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { addNodes } from './add-nodes.ts';
import { type BuildPlan, applyBuildPlan } from './build-graph.ts';
import type { GraphDocument, NodeDocument } from './graph-document.ts';
import { connectPorts } from './graph-edits.ts';
import type { GraphStore } from './graph-store.ts';
import { createTestGraph, findPortId, takeGraphSnapshot } from './testing-graphs.ts';
import { ignoreApiError, type RandomInteger, createSeededRandomInteger } from './testing-random-edits.ts';

const position = { category: 'Add', locationX: 0, locationY: 0 };
const inputNames = ['A', 'B'];

/** A graph of Add nodes, the first of which exist before the build, and the connections of both. */
interface BuildCase {
  readonly existingCount: number;
  readonly count: number;
  readonly before: readonly PlannedConnection[];
  readonly wires: readonly PlannedConnection[];
}

/** Connects the result of one Add node to an input of another. */
interface PlannedConnection {
  readonly from: number;
  readonly to: number;
  readonly input: string;
}

const randomCase = (seed: number): BuildCase => {
  const roll = createSeededRandomInteger(seed);
  const there = roll(6);
  const count = there + 1 + roll(8);
  const wire = (most: number): PlannedConnection => ({
    from: roll(most),
    to: roll(most),
    input: inputNames[roll(2)]!,
  });
  // Makes most connections lead forward, so that many are made before one closes a cycle.
  const forwards = ({ from, to, input }: PlannedConnection): PlannedConnection =>
    roll(12) === 0 ? { from, to, input } : { from: Math.min(from, to), to: Math.max(from, to), input };
  return {
    existingCount: there,
    count,
    before: Array.from({ length: there > 0 ? roll(8) : 0 }, () => forwards(wire(there))),
    wires: dropDuplicates(
      roll,
      Array.from({ length: roll(20) }, () => forwards(wire(count))),
    ),
  };
};

/** In most cases, removes connections to the same input, because they make a build fail. */
const dropDuplicates = (
  roll: RandomInteger,
  wires: readonly PlannedConnection[],
): readonly PlannedConnection[] => {
  if (roll(5) === 0) return wires;
  const seen = new Set<string>();
  return wires.filter(({ to, input }) => !seen.has(`${to}${input}`) && seen.add(`${to}${input}`));
};

const createGraphBefore = ({ existingCount, before }: BuildCase) => {
  const { store, graph } = createTestGraph();
  const nodes = addNodes(
    store,
    graph,
    Array.from({ length: existingCount }, () => position),
  );
  for (const wire of before) ignoreApiError(() => connectPlanned(store, graph, nodes, wire));
  return { store, graph, nodes };
};

const connectPlanned = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  { from, to, input }: PlannedConnection,
) => connectPorts(store, graph, findPortId(nodes[from]!, 'Result'), findPortId(nodes[to]!, input));

/** Describes the rejected connection and its error, or all connections after success. */
const describeOutcome = (work: () => readonly NodeDocument[]): unknown => {
  try {
    const nodes = work();
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    return nodes.map(({ incoming }) =>
      inputNames.map((input) => incoming.get(input)?.map(({ from }) => numbers.get(from.node))),
    );
  } catch (failure) {
    if (failure instanceof ApiError) return { code: failure.code, index: failure.details?.index };
    throw failure;
  }
};

const runBuild = (given: BuildCase): unknown => {
  const { store, graph, nodes } = createGraphBefore(given);
  const before = takeGraphSnapshot(store, graph);
  const nameOf = (number: number): string => nodes[number]?.id ?? `new-${number}`;
  const names = Array.from({ length: given.count }, (_, number) => nameOf(number));
  const plan: BuildPlan = {
    nodes: names.slice(given.existingCount).map((tempId) => ({ ...position, tempId })),
    connections: given.wires.map(({ from, to, input }) => ({
      from: `${nameOf(from)}/Result`,
      to: `${nameOf(to)}/${input}`,
    })),
  };
  return describeOutcome(() => {
    try {
      const made = applyBuildPlan(store, graph, plan);
      return names.map((name) => made.nodes.get(name) ?? store.nodes.get(name)!);
    } catch (failure) {
      expect(takeGraphSnapshot(store, graph)).toEqual(before);
      throw failure;
    }
  });
};

/** Makes each connection as a single edit. */
const connectOneByOne = (given: BuildCase): unknown => {
  const { store, graph, nodes: first } = createGraphBefore(given);
  const more = Array.from({ length: given.count - given.existingCount }, () => position);
  const nodes = [...first, ...addNodes(store, graph, more)];
  const taken = new Set<string>();
  return describeOutcome(() => {
    for (const [index, wire] of given.wires.entries()) {
      try {
        connectPlanned(store, graph, nodes, wire);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        throw new ApiError(failure.code, failure.reason, { index });
      }
      const input = `${wire.to}${wire.input}`;
      if (taken.has(input)) throw new ApiError('INVALID_REQUEST', 'taken', { index });
      taken.add(input);
    }
    return nodes;
  });
};

test('a build accepts and rejects the same connections as single edits, and reports the first rejected one', () => {
  const seen = { refused: 0, taken: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const given = randomCase(seed);
      const outcome = runBuild(given);
      expect(outcome).toEqual(connectOneByOne(given));
      if (Array.isArray(outcome)) seen.taken += 1;
      else seen.refused += 1;
    }),
    { numRuns: Number(process.env.BUILDS ?? 1500) },
  );
  expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(100);
});

test('a replaced connection closes no cycle with later ones', () => {
  const wires = [
    { from: 0, to: 1, input: 'A' },
    { from: 2, to: 1, input: 'A' },
    { from: 1, to: 0, input: 'A' },
  ];
  const given = { existingCount: 3, count: 3, before: wires.slice(0, 1), wires: wires.slice(1) };
  expect(runBuild(given)).toEqual(connectOneByOne(given));
  expect(runBuild({ ...given, wires: wires.slice(1).toReversed() })).toEqual({
    code: 'CYCLIC_CONNECTION',
    index: 0,
  });
});
