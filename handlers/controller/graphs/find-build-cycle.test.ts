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

/**
 * A graph of Add nodes, some of which exist before the build. Connections from before the build and connections of the
 * build are listed separately.
 */
interface BuildCase {
  readonly existingCount: number;
  readonly count: number;
  readonly before: readonly PlannedConnection[];
  readonly connections: readonly PlannedConnection[];
}

/** A connection from the result of one Add node to an input of another. */
interface PlannedConnection {
  readonly from: number;
  readonly to: number;
  readonly input: string;
}

const randomCase = (seed: number): BuildCase => {
  const randomInt = createSeededRandomInteger(seed);
  const existingCount = randomInt(6);
  const count = existingCount + 1 + randomInt(8);
  const createConnection = (nodeCount: number): PlannedConnection => ({
    from: randomInt(nodeCount),
    to: randomInt(nodeCount),
    input: inputNames[randomInt(2)]!,
  });
  // Makes most connections lead forward, so that many connections are made before one of them closes a cycle.
  const makeForward = ({ from, to, input }: PlannedConnection): PlannedConnection =>
    randomInt(12) === 0 ? { from, to, input } : { from: Math.min(from, to), to: Math.max(from, to), input };
  return {
    existingCount,
    count,
    before: Array.from({ length: existingCount > 0 ? randomInt(8) : 0 }, () =>
      makeForward(createConnection(existingCount)),
    ),
    connections: dropDuplicates(
      randomInt,
      Array.from({ length: randomInt(20) }, () => makeForward(createConnection(count))),
    ),
  };
};

/** In most cases, removes all but one of the connections to the same input, because duplicates make a build fail. */
const dropDuplicates = (
  randomInt: RandomInteger,
  connections: readonly PlannedConnection[],
): readonly PlannedConnection[] => {
  if (randomInt(5) === 0) return connections;
  const connectedInputs = new Set<string>();
  return connections.filter(
    ({ to, input }) => !connectedInputs.has(`${to}${input}`) && connectedInputs.add(`${to}${input}`),
  );
};

const createGraphBefore = ({ existingCount, before }: BuildCase) => {
  const { store, graph } = createTestGraph();
  const nodes = addNodes(
    store,
    graph,
    Array.from({ length: existingCount }, () => position),
  );
  for (const createConnection of before)
    ignoreApiError(() => connectPlanned(store, graph, nodes, createConnection));
  return { store, graph, nodes };
};

const connectPlanned = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  { from, to, input }: PlannedConnection,
) => connectPorts(store, graph, findPortId(nodes[from]!, 'Result'), findPortId(nodes[to]!, input));

/** Describes the rejected connection and its error, or all connections if none is rejected. */
const describeOutcome = (run: () => readonly NodeDocument[]): unknown => {
  try {
    const nodes = run();
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    return nodes.map(({ incoming }) =>
      inputNames.map((input) => incoming.get(input)?.map(({ from }) => numbers.get(from.node))),
    );
  } catch (failure) {
    if (failure instanceof ApiError) return { code: failure.code, index: failure.details?.index };
    throw failure;
  }
};

const runBuild = (buildCase: BuildCase): unknown => {
  const { store, graph, nodes } = createGraphBefore(buildCase);
  const before = takeGraphSnapshot(store, graph);
  const getName = (number: number): string => nodes[number]?.id ?? `new-${number}`;
  const names = Array.from({ length: buildCase.count }, (_, number) => getName(number));
  const plan: BuildPlan = {
    nodes: names.slice(buildCase.existingCount).map((tempId) => ({ ...position, tempId })),
    connections: buildCase.connections.map(({ from, to, input }) => ({
      from: `${getName(from)}/Result`,
      to: `${getName(to)}/${input}`,
    })),
  };
  return describeOutcome(() => {
    try {
      const created = applyBuildPlan(store, graph, plan);
      return names.map((name) => created.nodes.get(name) ?? store.nodes.get(name)!);
    } catch (failure) {
      expect(takeGraphSnapshot(store, graph)).toEqual(before);
      throw failure;
    }
  });
};

/** Makes each connection with a separate edit. */
const connectOneByOne = (buildCase: BuildCase): unknown => {
  const { store, graph, nodes: first } = createGraphBefore(buildCase);
  const more = Array.from({ length: buildCase.count - buildCase.existingCount }, () => position);
  const nodes = [...first, ...addNodes(store, graph, more)];
  const takenInputs = new Set<string>();
  return describeOutcome(() => {
    for (const [index, connection] of buildCase.connections.entries()) {
      try {
        connectPlanned(store, graph, nodes, connection);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        throw new ApiError(failure.code, failure.reason, { index });
      }
      const input = `${connection.to}${connection.input}`;
      if (takenInputs.has(input)) throw new ApiError('INVALID_REQUEST', 'taken', { index });
      takenInputs.add(input);
    }
    return nodes;
  });
};

test('a build accepts and rejects the same connections as single edits, and reports the first rejected one', () => {
  const counts = { refused: 0, taken: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const buildCase = randomCase(seed);
      const outcome = runBuild(buildCase);
      expect(outcome).toEqual(connectOneByOne(buildCase));
      if (Array.isArray(outcome)) counts.taken += 1;
      else counts.refused += 1;
    }),
    { numRuns: Number(process.env.BUILDS ?? 1500) },
  );
  expect(Math.min(counts.refused, counts.taken)).toBeGreaterThan(100);
});

test('a replaced connection closes no cycle with later ones', () => {
  const connections = [
    { from: 0, to: 1, input: 'A' },
    { from: 2, to: 1, input: 'A' },
    { from: 1, to: 0, input: 'A' },
  ];
  const buildCase = {
    existingCount: 3,
    count: 3,
    before: connections.slice(0, 1),
    connections: connections.slice(1),
  };
  expect(runBuild(buildCase)).toEqual(connectOneByOne(buildCase));
  expect(runBuild({ ...buildCase, connections: connections.slice(1).toReversed() })).toEqual({
    code: 'CYCLIC_CONNECTION',
    index: 0,
  });
});
