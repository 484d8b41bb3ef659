import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';
import { draw } from './properties/draw.ts';
import { allDefinitions, graphPlan, ownNodes } from './properties/graph-plans.ts';
import { rewrite } from './properties/scenarios.ts';
import { revalue } from './revalue.ts';
import { sketch } from './testing.ts';
import type { GraphImage } from '../link/protocol.ts';

const programOf = (image: GraphImage) => compile(image, allDefinitions);

const revalued = (before: GraphImage, after: GraphImage) => revalue(before, programOf(before), after);

const before = sketch(
  { frame: 'OnNewFrame', sum: ['Add', { A: 1, B: 2 }], log: ['LogConsole', { Message: 'a' }] },
  ['frame.Out > log.In', 'sum.Result > log.Message'],
);

/** The graph with one node changed. */
const withNode = (id: string, change: object): GraphImage => ({
  ...before,
  nodes: before.nodes.map((node) => (node.id === id ? { ...node, ...change } : node)),
});

describe('a graph in which only values were written', () => {
  test('becomes the program that compiling it would make', () => {
    let made = 0;
    fc.assert(
      fc.property(graphPlan({ definitions: ownNodes }), (plan) => {
        const image = draw(plan, 'graph-0');
        const after = rewrite(image);
        const result = revalued(image, after);
        if (!result) return;
        made += 1;
        expect(result.program).toEqual(programOf(after));
      }),
      { numRuns: 1000 },
    );
    expect(made).toBeGreaterThan(100);
  });

  test('keeps the nodes of the program before, and says which values are new', () => {
    const program = programOf(before);
    const result = revalue(before, program, withNode('sum', { values: { A: 1, B: 7 } }));
    expect(result?.program.nodes).toBe(program.nodes);
    expect(result?.writes.map(({ value }) => value)).toEqual([7]);
  });

  test('has no new value where an input is wired', () => {
    expect(revalued(before, withNode('log', { values: { Message: 'b' } }))?.writes).toEqual([]);
  });
});

test.each<[string, GraphImage]>([
  ['a node is new', { ...before, nodes: [...before.nodes, { id: 'x', category: 'Add', values: {} }] }],
  ['a node is of another type', withNode('sum', { category: 'Subtract' })],
  ['a port is written for the first time', withNode('frame', { values: { Out: 1 } })],
  ['a port is disabled', withNode('log', { disabled: ['in.In'] })],
  ['a wire is gone', { ...before, connections: before.connections.slice(1) }],
  ['a wire leads elsewhere', { ...before, connections: before.connections.toReversed() }],
])('a graph is compiled anew when %s', (_, after) => {
  expect(revalued(before, after)).toBeUndefined();
});

test('a graph is compiled anew when a value decides what ports there are', () => {
  const [three, four] = [3, 4].map((Count) => sketch({ list: ['MakeList', { Count, Item0: 1 }] }));
  expect(revalued(three!, four!)).toBeUndefined();
});
