import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { addNodes } from './add-nodes.ts';
import { type BuildPlan, build } from './build.ts';
import type { GraphDocument, NodeDocument } from './document.ts';
import { connect } from './edit.ts';
import type { GraphStore } from './store.ts';
import { createTestGraph, portId, snapshot } from './testing.ts';
import { attempt, type Roll, seededRoll } from './testing-random.ts';

const place = { category: 'Add', locationX: 0, locationY: 0 };
const inputs = ['A', 'B'];

/** Additions by number, the first of which are there before a build, and the wires that it makes. */
interface Case {
  readonly there: number;
  readonly count: number;
  readonly before: readonly Wire[];
  readonly wires: readonly Wire[];
}

/** From the result of one addition to an input of another. */
interface Wire {
  readonly from: number;
  readonly to: number;
  readonly input: string;
}

const randomCase = (seed: number): Case => {
  const roll = seededRoll(seed);
  const there = roll(6);
  const count = there + 1 + roll(8);
  const wire = (most: number): Wire => ({ from: roll(most), to: roll(most), input: inputs[roll(2)]! });
  // Mostly forwards, so that many wires stand before one closes a cycle.
  const forwards = ({ from, to, input }: Wire): Wire =>
    roll(12) === 0 ? { from, to, input } : { from: Math.min(from, to), to: Math.max(from, to), input };
  return {
    there,
    count,
    before: Array.from({ length: there > 0 ? roll(8) : 0 }, () => forwards(wire(there))),
    wires: distinct(
      roll,
      Array.from({ length: roll(20) }, () => forwards(wire(count))),
    ),
  };
};

/** Wires of one build must not meet; now and then some do. */
const distinct = (roll: Roll, wires: readonly Wire[]): readonly Wire[] => {
  if (roll(5) === 0) return wires;
  const seen = new Set<string>();
  return wires.filter(({ to, input }) => !seen.has(`${to}${input}`) && seen.add(`${to}${input}`));
};

const prepare = ({ there, before }: Case) => {
  const { store, graph } = createTestGraph();
  const nodes = addNodes(
    store,
    graph,
    Array.from({ length: there }, () => place),
  );
  for (const wire of before) attempt(() => wireUp(store, graph, nodes, wire));
  return { store, graph, nodes };
};

const wireUp = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  { from, to, input }: Wire,
) => connect(store, graph, portId(nodes[from]!, 'Result'), portId(nodes[to]!, input));

/** Which wire was refused with what, or all wires that stand in the end. */
const outcomeOf = (work: () => readonly NodeDocument[]): unknown => {
  try {
    const nodes = work();
    const numbers = new Map(nodes.map((node, number) => [node, number]));
    return nodes.map(({ incoming }) =>
      inputs.map((input) => incoming.get(input)?.map(({ from }) => numbers.get(from.node))),
    );
  } catch (failure) {
    if (failure instanceof ApiError) return { code: failure.code, index: failure.details?.index };
    throw failure;
  }
};

const built = (given: Case): unknown => {
  const { store, graph, nodes } = prepare(given);
  const before = snapshot(store, graph);
  const nameOf = (number: number): string => nodes[number]?.id ?? `new-${number}`;
  const names = Array.from({ length: given.count }, (_, number) => nameOf(number));
  const plan: BuildPlan = {
    nodes: names.slice(given.there).map((tempId) => ({ ...place, tempId })),
    connections: given.wires.map(({ from, to, input }) => ({
      from: `${nameOf(from)}/Result`,
      to: `${nameOf(to)}/${input}`,
    })),
  };
  return outcomeOf(() => {
    try {
      const made = build(store, graph, plan);
      return names.map((name) => made.nodes.get(name) ?? store.nodes.get(name)!);
    } catch (failure) {
      expect(snapshot(store, graph)).toEqual(before);
      throw failure;
    }
  });
};

/** Every wire is judged when it comes, as an edit by itself. */
const wiredOneByOne = (given: Case): unknown => {
  const { store, graph, nodes: first } = prepare(given);
  const more = Array.from({ length: given.count - given.there }, () => place);
  const nodes = [...first, ...addNodes(store, graph, more)];
  const taken = new Set<string>();
  return outcomeOf(() => {
    for (const [index, wire] of given.wires.entries()) {
      try {
        wireUp(store, graph, nodes, wire);
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

test('a build takes and refuses the wires that are taken and refused one by one, and tells the first', () => {
  const seen = { refused: 0, taken: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const given = randomCase(seed);
      const outcome = built(given);
      expect(outcome).toEqual(wiredOneByOne(given));
      if (Array.isArray(outcome)) seen.taken += 1;
      else seen.refused += 1;
    }),
    { numRuns: Number(process.env.BUILDS ?? 1500) },
  );
  expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(100);
});

test('a wire that has given way closes no cycle with those that come after it', () => {
  const wires = [
    { from: 0, to: 1, input: 'A' },
    { from: 2, to: 1, input: 'A' },
    { from: 1, to: 0, input: 'A' },
  ];
  const given = { there: 3, count: 3, before: wires.slice(0, 1), wires: wires.slice(1) };
  expect(built(given)).toEqual(wiredOneByOne(given));
  expect(built({ ...given, wires: wires.slice(1).toReversed() })).toEqual({
    code: 'CYCLIC_CONNECTION',
    index: 0,
  });
});
