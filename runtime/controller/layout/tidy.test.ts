import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutNode } from './request.ts';
import { overlaps } from './testing.ts';
import { tidy } from './tidy.ts';

const at = (...places: readonly (readonly [number, number])[]): LayoutNode[] =>
  places.map(([x, y], i) => ({ id: `n${i}`, x, y, width: 100, height: 50 }));

const places = (nodes: readonly LayoutNode[]) => nodes.map(({ x, y }) => [x, y]);

const anyNodes = fc
  .array(
    fc.tuple(
      fc.double({ min: -600, max: 600, noNaN: true }),
      fc.double({ min: -600, max: 600, noNaN: true }),
    ),
    {
      maxLength: 15,
    },
  )
  .map((points) => at(...points));
const anyOptions = fc.record({ gridSize: fc.integer({ min: 1, max: 90 }), align: fc.boolean() });

describe('tidying', () => {
  it('snaps to the nearest line of the grid', () => {
    const nodes = at([9.9, 10.1], [-31, 199]);
    expect(places(tidy(nodes, { gridSize: 20, align: false }))).toEqual([
      [0, 20],
      [-40, 200],
    ]);
  });

  it('aligns what lies less than a step apart, even across the middle between two lines', () => {
    const nodes = at([8, 0], [12, 300]);
    expect(places(tidy(nodes, { gridSize: 20, align: false }))).toEqual([
      [0, 0],
      [20, 300],
    ]);
    expect(places(tidy(nodes, { gridSize: 20, align: true }))).toEqual([
      [20, 0],
      [20, 300],
    ]);
  });

  it('keeps columns apart that are a whole step apart', () => {
    const nodes = at([0, 0], [20, 300]);
    expect(places(tidy(nodes, { gridSize: 20, align: true }))).toEqual(places(nodes));
  });

  it('lets the node on the right give way where snapping would bring two together', () => {
    const nodes = at([24, 0], [129, 0]);
    expect(places(tidy(nodes, { gridSize: 50, align: true }))).toEqual([
      [0, 0],
      [150, 0],
    ]);
    const close = at([30, 0], [131, 0]);
    expect(places(tidy(close, { gridSize: 60, align: true }))).toEqual([
      [60, 0],
      [180, 0],
    ]);
  });

  it('ends on the grid, makes no new overlaps, and has nothing left to do', () => {
    fc.assert(
      fc.property(anyNodes, anyOptions, (nodes, options) => {
        const tidied = tidy(nodes, options);
        for (const { x, y } of tidied)
          expect([x % options.gridSize, y % options.gridSize].map(Math.abs)).toEqual([0, 0]);
        const before = new Set(overlaps(nodes).map(String));
        expect(overlaps(tidied).filter((pair) => !before.has(String(pair)))).toEqual([]);
        expect(tidy(tidied, options)).toEqual(tidied);
      }),
    );
  });
});
