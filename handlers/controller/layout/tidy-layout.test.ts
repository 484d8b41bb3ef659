import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutNode } from './layout-request.ts';
import { listOverlaps } from './testing-layouts.ts';
import { tidyNodes } from './tidy-layout.ts';

const createNodesAt = (...coordinates: readonly (readonly [number, number])[]): LayoutNode[] =>
  coordinates.map(([x, y], i) => ({ id: `n${i}`, x, y, width: 100, height: 50 }));

const listPositions = (nodes: readonly LayoutNode[]) => nodes.map(({ x, y }) => [x, y]);

const nodesArbitrary = fc
  .array(
    fc.tuple(
      fc.double({ min: -600, max: 600, noNaN: true }),
      fc.double({ min: -600, max: 600, noNaN: true }),
    ),
    {
      maxLength: 15,
    },
  )
  .map((points) => createNodesAt(...points));
const optionsArbitrary = fc.record({ gridSize: fc.integer({ min: 1, max: 90 }), align: fc.boolean() });

describe('tidying', () => {
  it('snaps to the nearest grid line', () => {
    const nodes = createNodesAt([9.9, 10.1], [-31, 199]);
    expect(listPositions(tidyNodes(nodes, { gridSize: 20, align: false }))).toEqual([
      [0, 20],
      [-40, 200],
    ]);
  });

  it('aligns nodes less than a step apart, even when their nearest grid lines differ', () => {
    const nodes = createNodesAt([8, 0], [12, 300]);
    expect(listPositions(tidyNodes(nodes, { gridSize: 20, align: false }))).toEqual([
      [0, 0],
      [20, 300],
    ]);
    expect(listPositions(tidyNodes(nodes, { gridSize: 20, align: true }))).toEqual([
      [20, 0],
      [20, 300],
    ]);
  });

  it('keeps columns apart that are a whole step apart', () => {
    const nodes = createNodesAt([0, 0], [20, 300]);
    expect(listPositions(tidyNodes(nodes, { gridSize: 20, align: true }))).toEqual(listPositions(nodes));
  });

  it('moves the right node farther when snapping would make two overlap', () => {
    const nodes = createNodesAt([24, 0], [129, 0]);
    expect(listPositions(tidyNodes(nodes, { gridSize: 50, align: true }))).toEqual([
      [0, 0],
      [150, 0],
    ]);
    const close = createNodesAt([30, 0], [131, 0]);
    expect(listPositions(tidyNodes(close, { gridSize: 60, align: true }))).toEqual([
      [60, 0],
      [180, 0],
    ]);
  });

  it('ends on the grid, makes no new overlaps, and changes nothing the second time', () => {
    fc.assert(
      fc.property(nodesArbitrary, optionsArbitrary, (nodes, options) => {
        const tidyResult = tidyNodes(nodes, options);
        for (const { x, y } of tidyResult)
          expect([x % options.gridSize, y % options.gridSize].map(Math.abs)).toEqual([0, 0]);
        const before = new Set(listOverlaps(nodes).map(String));
        expect(listOverlaps(tidyResult).filter((pair) => !before.has(String(pair)))).toEqual([]);
        expect(tidyNodes(tidyResult, options)).toEqual(tidyResult);
      }),
    );
  });
});
