import { expect, it } from 'vitest';
import { getInitialViewport, isInView } from './initial-viewport.ts';

const size = { width: 1000, height: 500 };
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

it('shows a small graph in the middle at its own size', () => {
  expect(getInitialViewport(at(-50, 20, 400, 100), at(-50, 20, 10, 10), size)).toEqual({
    ...{ x: 350, y: 180, zoom: 1 },
  });
});

it('makes a graph smaller until it fits', () => {
  const { x, y, zoom } = getInitialViewport(at(0, 0, 1100, 300), at(0, 0, 10, 10), size);
  expect(zoom).toBeCloseTo(968 / 1100);
  expect(x).toBeCloseTo(16);
  expect(y).toBeCloseTo((500 - 300 * zoom) / 2);
});

it('shows the upper left corner of a large graph if it starts there', () => {
  const { x, y, zoom } = getInitialViewport(at(-400, 0, 5000, 4000), at(100, 300, 176, 100), size);
  expect(zoom).toBe(0.8);
  expect([-400 * zoom + x, y]).toEqual([16, 16]);
});

it('shows where a large graph starts if that is elsewhere', () => {
  const { x, y, zoom } = getInitialViewport(at(-400, 0, 5000, 4000), at(1000, 1000, 176, 100), size);
  expect([1000 * zoom + x, 1000 * zoom + y]).toEqual([16, 16]);
});

it('shows a graph at its own size on a narrow canvas', () => {
  const narrow = { width: 420, height: 600 };
  expect(getInitialViewport(at(0, 0, 1000, 500), at(0, 0, 176, 100), narrow)).toEqual({
    ...{ x: 16, y: 50, zoom: 1 },
  });
});

it.each([
  ['inside', 100, 100, true],
  ['across an edge', 960, 100, true],
  ['only a few pixels inside', 990, 100, false],
  ['outside to the right', 1200, 100, false],
  ['outside below', 100, 700, false],
  ['outside above', 100, -400, false],
])('decides whether a node %s is in view', (_, x, y, expected) => {
  const viewport = { x: 100, y: 50, zoom: 0.5 };
  const box = at((x - viewport.x) / viewport.zoom, (y - viewport.y) / viewport.zoom, 176, 100);
  expect(isInView(box, viewport, size)).toBe(expected);
});
