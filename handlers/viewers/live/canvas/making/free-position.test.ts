import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFreePosition, gridSize, nodeGap } from './free-position.ts';
import type { CanvasBox } from '../canvas-geometry.ts';

const size = { width: 184, height: 96 };
const coordinate = integer({ min: -600, max: 600 });
const boxes = array(
  record({
    x: coordinate,
    y: coordinate,
    width: integer({ min: 1, max: 300 }),
    height: integer({ min: 1, max: 300 }),
  }),
  { maxLength: 12 },
);
const point = record({ x: coordinate, y: coordinate });

const isFree = (nodes: readonly CanvasBox[], x: number, y: number): boolean =>
  nodes.every(
    (node) =>
      x >= node.x + node.width + nodeGap ||
      x + size.width + nodeGap <= node.x ||
      y >= node.y + node.height + nodeGap ||
      y + size.height + nodeGap <= node.y,
  );

const snap = (value: number): number => Math.round(value / gridSize) * gridSize;

describe('the position of a new node', () => {
  it('is where it is wanted, on the grid, if there is room', () => {
    expect(findFreePosition([], size, { x: 33, y: -48 })).toEqual({ x: 40, y: -40 });
  });

  it('is on the grid and never on another node', () => {
    void assert(
      property(boxes, point, (nodes, wanted) => {
        const { x, y } = findFreePosition(nodes, size, wanted);
        expect([snap(x) - x, snap(y) - y]).toEqual([0, 0]);
        expect(isFree(nodes, x, y)).toBe(true);
      }),
    );
  });

  it('is the nearest one that is free', () => {
    void assert(
      property(boxes, point, (nodes, wanted) => {
        const [startX, startY] = [snap(wanted.x), snap(wanted.y)];
        const found = findFreePosition(nodes, size, wanted);
        const distance = Math.hypot(found.x - startX, found.y - startY);
        const reach = Math.ceil(distance / gridSize);
        for (let column = -reach; column <= reach; column += 1) {
          for (let row = -reach; row <= reach; row += 1) {
            const [x, y] = [startX + column * gridSize, startY + row * gridSize];
            if (Math.hypot(x - startX, y - startY) < distance) expect(isFree(nodes, x, y)).toBe(false);
          }
        }
      }),
    );
  });

  it('is found in a large crowd', () => {
    const crowd = Array.from({ length: 2_000 }, (_, at) => ({
      ...{ x: (at % 40) * 190, y: Math.floor(at / 40) * 100 },
      ...size,
    }));
    const { x, y } = findFreePosition(crowd, size, { x: 3_800, y: 2_500 });
    expect(isFree(crowd, x, y)).toBe(true);
  });
});
