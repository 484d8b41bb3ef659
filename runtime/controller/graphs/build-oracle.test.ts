import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { addNode, type NodePlacement } from './add-nodes.ts';
import { build } from './build.ts';
import { type GraphDocument, isWritable, type NodeDocument, portIdOf, portNamed } from './document.ts';
import { connect } from './edit.ts';
import type { GraphStore } from './store.ts';
import { createTestGraph, snapshot } from './testing.ts';
import { fillGraph, randomValue, type Roll, seededRoll } from './testing-random.ts';

/** A port of a node by name; nodes that are there before the build come first. */
interface End {
  readonly node: number;
  readonly port: string;
}

interface Case {
  readonly there: number;
  readonly planned: readonly NodePlacement[];
  readonly wires: readonly { readonly from: End; readonly to: End }[];
}

const present = ({ nodes }: GraphDocument): readonly NodeDocument[] => [...nodes.values()];

/** The graph as it is before the build: the same for the same seed, but for ids. */
const prepare = (seed: number) => {
  const roll = seededRoll(seed);
  const { store, graph } = createTestGraph();
  fillGraph(store, graph, roll, roll(6));
  return { store, graph, roll };
};

const randomCase = (seed: number): Case => {
  const { store, graph, roll } = prepare(seed);
  const there = present(graph).length;
  const planned = Array.from({ length: 1 + roll(7) }, () => randomPlacement(store, roll));
  const count = there + planned.length;
  const portsOf = (number: number) => present(graph)[number]?.ports ?? [];
  const samples = planned.map(sampleOf);
  const named = (number: number, direction: string): string => {
    const ports = number < there ? portsOf(number) : (samples[number - there]?.ports ?? []);
    const names = ports.filter((port) => port.direction === direction).map(({ name }) => name);
    return roll(40) === 0 ? 'Nowhere' : (names[roll(Math.max(1, names.length))] ?? 'Nothing');
  };
  const wires = Array.from({ length: roll(16) }, () => {
    const [one, other] = [roll(count), roll(count)];
    const [from, to] = roll(10) === 0 ? [one, other] : [Math.min(one, other), Math.max(one, other)];
    return { from: { node: from, port: named(from, 'output') }, to: { node: to, port: named(to, 'input') } };
  });
  return { there, planned, wires: roll(6) === 0 ? wires : wires.filter(fitting(there, portsOf, samples)) };
};

/** Most builds are of wires that fit, or hardly one would come to its end. */
const fitting =
  (there: number, portsOf: (node: number) => NodeDocument['ports'], samples: readonly NodeDocument[]) =>
  ({ from, to }: Case['wires'][number]): boolean => {
    const typeAt = ({ node, port }: End, direction: string) =>
      (node < there ? portsOf(node) : (samples[node - there]?.ports ?? [])).find(
        (one) => one.name === port && one.direction === direction,
      )?.type;
    return from.node !== to.node && typeAt(from, 'output') === typeAt(to, 'input');
  };

const sampleOf = (placement: NodePlacement): NodeDocument => {
  const { store, graph } = createTestGraph();
  return addNode(store, graph, placement);
};

const randomPlacement = (store: GraphStore, roll: Roll): NodePlacement => {
  const types = store.catalog.visible();
  const category = types[roll(types.length)]!.enumValue;
  const placement = { category, locationX: roll(99), locationY: roll(99) };
  const { ports } = sampleOf(placement);
  const inputs = ports.filter((port) => port.direction === 'input' && isWritable(port));
  const input = inputs[roll(Math.max(1, inputs.length))];
  if (!input || roll(3) > 0) return placement;
  const values = { [input.name]: randomValue(roll, input.type, input.options) };
  try {
    sampleOf({ ...placement, ports: values });
    return { ...placement, ports: values };
  } catch (failure) {
    if (failure instanceof ApiError) return placement;
    throw failure;
  }
};

const faultOf = (failure: unknown, index?: number): unknown => {
  if (!(failure instanceof ApiError)) throw failure;
  return { code: failure.code, index: index ?? failure.details?.index };
};

/** Everything but the ids and the number of edits. */
const told = (store: GraphStore, graph: GraphDocument): string => {
  const { revision: _, ...rest } = snapshot(store, graph) as { revision: number };
  const numbers = new Map<string, number>();
  return JSON.stringify(rest).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return `#${numbers.get(id)}`;
  });
};

const built = (seed: number, { planned, wires }: Case): unknown => {
  const { store, graph } = prepare(seed);
  const before = snapshot(store, graph);
  const names = [...present(graph).map(({ id }) => id), ...planned.map((_, number) => `new-${number}`)];
  const reference = ({ node, port }: End): string => `${names[node]}/${port}`;
  try {
    build(store, graph, {
      nodes: planned.map((placement, number) => ({ ...placement, tempId: `new-${number}` })),
      connections: wires.map(({ from, to }) => ({ from: reference(from), to: reference(to) })),
    });
  } catch (failure) {
    expect(snapshot(store, graph)).toEqual(before);
    return faultOf(failure);
  }
  return told(store, graph);
};

/** The same, an edit at a time; a wire that takes the place of one of its own is refused. */
const oneByOne = (seed: number, { planned, wires }: Case): unknown => {
  const { store, graph } = prepare(seed);
  const nodes = [...present(graph)];
  for (const placement of planned) nodes.push(addNode(store, graph, placement));
  const own = new Set<string>();
  const idOf = ({ node, port }: End, direction: 'input' | 'output'): string =>
    portIdOf(nodes[node]!.id, portNamed(nodes[node]!, port, direction));
  for (const [index, { from, to }] of wires.entries()) {
    try {
      own.add(connect(store, graph, idOf(from, 'output'), idOf(to, 'input')).connection.id);
    } catch (failure) {
      return faultOf(failure, index);
    }
    if ([...own].some((id) => !graph.connections.has(id))) return { code: 'INVALID_REQUEST', index };
  }
  return told(store, graph);
};

test('a build leaves what its edits would leave one by one, or nothing', () => {
  const seen = { refused: 0, taken: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const given = randomCase(seed);
      const outcome = built(seed, given);
      expect(outcome).toEqual(oneByOne(seed, given));
      if (typeof outcome === 'string') seen.taken += 1;
      else seen.refused += 1;
    }),
    { numRuns: Number(process.env.BUILDS ?? 300) },
  );
  expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(20);
});
