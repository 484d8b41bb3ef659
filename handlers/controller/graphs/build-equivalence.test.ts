import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { addNode, type NodePlacement } from './add-nodes.ts';
import { applyBuildPlan } from './build-graph.ts';
import {
  type GraphDocument,
  isWritablePort,
  type NodeDocument,
  getPortId,
  getPortByName,
} from './graph-document.ts';
import { connectPorts } from './graph-edits.ts';
import type { GraphStore } from './graph-store.ts';
import { createTestGraph, takeGraphSnapshot } from './testing-graphs.ts';
import {
  addRandomNodes,
  createRandomValue,
  type RandomInteger,
  createSeededRandomInteger,
} from './testing-random-edits.ts';

/** Refers to a port by its node and name. The nodes that existed before the build come first. */
interface PortReference {
  readonly node: number;
  readonly port: string;
}

interface BuildCase {
  readonly existingCount: number;
  readonly planned: readonly NodePlacement[];
  readonly connections: readonly { readonly from: PortReference; readonly to: PortReference }[];
}

const listNodes = ({ nodes }: GraphDocument): readonly NodeDocument[] => [...nodes.values()];

/** Creates the graph that exists before the build. The same seed always gives the same graph, except for the ids. */
const createGraphBefore = (seed: number) => {
  const randomInt = createSeededRandomInteger(seed);
  const { store, graph } = createTestGraph();
  addRandomNodes(store, graph, randomInt, randomInt(6));
  return { store, graph, randomInt };
};

const randomCase = (seed: number): BuildCase => {
  const { store, graph, randomInt } = createGraphBefore(seed);
  const existingCount = listNodes(graph).length;
  const planned = Array.from({ length: 1 + randomInt(7) }, () => randomPlacement(store, randomInt));
  const count = existingCount + planned.length;
  const listPorts = (number: number) => listNodes(graph)[number]?.ports ?? [];
  const samples = planned.map(createSampleNode);
  const pickPortName = (number: number, direction: string): string => {
    const ports = number < existingCount ? listPorts(number) : (samples[number - existingCount]?.ports ?? []);
    const names = ports.filter((port) => port.direction === direction).map(({ name }) => name);
    return randomInt(40) === 0 ? 'Nowhere' : (names[randomInt(Math.max(1, names.length))] ?? 'Nothing');
  };
  const connections = Array.from({ length: randomInt(16) }, () => {
    const [first, second] = [randomInt(count), randomInt(count)];
    const [from, to] =
      randomInt(10) === 0 ? [first, second] : [Math.min(first, second), Math.max(first, second)];
    return {
      from: { node: from, port: pickPortName(from, 'output') },
      to: { node: to, port: pickPortName(to, 'input') },
    };
  });
  return {
    existingCount,
    planned,
    connections:
      randomInt(6) === 0
        ? connections
        : connections.filter(createFittingConnection(existingCount, listPorts, samples)),
  };
};

/**
 * Creates a filter that keeps connections between ports of equal types. Without the filter, hardly any build would
 * succeed.
 */
const createFittingConnection =
  (
    existingCount: number,
    listPorts: (node: number) => NodeDocument['ports'],
    samples: readonly NodeDocument[],
  ) =>
  ({ from, to }: BuildCase['connections'][number]): boolean => {
    const typeAt = ({ node, port }: PortReference, direction: string) =>
      (node < existingCount ? listPorts(node) : (samples[node - existingCount]?.ports ?? [])).find(
        (candidate) => candidate.name === port && candidate.direction === direction,
      )?.type;
    return from.node !== to.node && typeAt(from, 'output') === typeAt(to, 'input');
  };

const createSampleNode = (placement: NodePlacement): NodeDocument => {
  const { store, graph } = createTestGraph();
  return addNode(store, graph, placement);
};

const randomPlacement = (store: GraphStore, randomInt: RandomInteger): NodePlacement => {
  const types = store.catalog.listVisible();
  const category = types[randomInt(types.length)]!.enumValue;
  const placement = { category, locationX: randomInt(99), locationY: randomInt(99) };
  const { ports } = createSampleNode(placement);
  const inputs = ports.filter((port) => port.direction === 'input' && isWritablePort(port));
  const input = inputs[randomInt(Math.max(1, inputs.length))];
  if (!input || randomInt(3) > 0) return placement;
  const values = { [input.name]: createRandomValue(randomInt, input.type, input.options) };
  try {
    createSampleNode({ ...placement, ports: values });
    return { ...placement, ports: values };
  } catch (failure) {
    if (failure instanceof ApiError) return placement;
    throw failure;
  }
};

const toError = (failure: unknown, index?: number): unknown => {
  if (!(failure instanceof ApiError)) throw failure;
  return { code: failure.code, index: index ?? failure.details?.index };
};

/** Describes everything in a graph except ids and edit counts. */
const describeGraph = (store: GraphStore, graph: GraphDocument): string => {
  const { revision: _, ...rest } = takeGraphSnapshot(store, graph) as { revision: number };
  const indexById = new Map<string, number>();
  return JSON.stringify(rest).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    if (!indexById.has(id)) indexById.set(id, indexById.size);
    return `#${indexById.get(id)}`;
  });
};

const runBuild = (seed: number, { planned, connections }: BuildCase): unknown => {
  const { store, graph } = createGraphBefore(seed);
  const before = takeGraphSnapshot(store, graph);
  const names = [...listNodes(graph).map(({ id }) => id), ...planned.map((_, number) => `new-${number}`)];
  const reference = ({ node, port }: PortReference): string => `${names[node]}/${port}`;
  try {
    applyBuildPlan(store, graph, {
      nodes: planned.map((placement, number) => ({ ...placement, tempId: `new-${number}` })),
      connections: connections.map(({ from, to }) => ({ from: reference(from), to: reference(to) })),
    });
  } catch (failure) {
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
    return toError(failure);
  }
  return describeGraph(store, graph);
};

/** Makes the edits of a build one by one. Rejects a connection that would replace another connection of the build. */
const editOneByOne = (seed: number, { planned, connections }: BuildCase): unknown => {
  const { store, graph } = createGraphBefore(seed);
  const nodes = [...listNodes(graph)];
  for (const placement of planned) nodes.push(addNode(store, graph, placement));
  const ownConnections = new Set<string>();
  const getId = ({ node, port }: PortReference, direction: 'input' | 'output'): string =>
    getPortId(nodes[node]!.id, getPortByName(nodes[node]!, port, direction));
  for (const [index, { from, to }] of connections.entries()) {
    try {
      ownConnections.add(connectPorts(store, graph, getId(from, 'output'), getId(to, 'input')).connection.id);
    } catch (failure) {
      return toError(failure, index);
    }
    if ([...ownConnections].some((id) => !graph.connections.has(id)))
      return { code: 'INVALID_REQUEST', index };
  }
  return describeGraph(store, graph);
};

test('a build has the same result as single edits, or changes nothing', () => {
  const targets = { refused: 0, taken: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const buildCase = randomCase(seed);
      const outcome = runBuild(seed, buildCase);
      expect(outcome).toEqual(editOneByOne(seed, buildCase));
      if (typeof outcome === 'string') targets.taken += 1;
      else targets.refused += 1;
    }),
    { numRuns: Number(process.env.BUILDS ?? 300) },
  );
  expect(Math.min(targets.refused, targets.taken)).toBeGreaterThan(20);
});
