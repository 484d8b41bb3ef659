import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getBounds, moveBox, isOverlapping, findClearingMove } from './box-geometry.ts';

const boxArbitrary = fc.record({
  x: fc.integer({ min: -300, max: 300 }),
  y: fc.integer({ min: -300, max: 300 }),
  width: fc.integer({ min: 1, max: 200 }),
  height: fc.integer({ min: 1, max: 200 }),
});

describe('the clearing move', () => {
  it('is the shortest along an axis', () => {
    const wall = { x: 50, y: -500, width: 20, height: 1000 };
    expect(findClearingMove([{ x: 0, y: 0, width: 100, height: 10 }], [wall])).toEqual({ x: -50, y: 0 });
    expect(findClearingMove([{ x: 0, y: 0, width: 100, height: 10 }], [wall], { gap: 5 })).toEqual({
      x: -55,
      y: 0,
    });
    expect(findClearingMove([{ x: 0, y: 0, width: 10, height: 10 }], [wall])).toEqual({ x: 0, y: 0 });
  });

  it('clears all obstacles, in whole steps', () => {
    fc.assert(
      fc.property(
        fc.array(boxArbitrary, { minLength: 1, maxLength: 5 }),
        fc.array(boxArbitrary, { maxLength: 12 }),
        fc.nat({ max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (boxes, obstacles, gap, step) => {
          const move = findClearingMove(boxes, obstacles, { gap, step });
          expect([Math.abs(move.x % step), Math.abs(move.y % step)]).toEqual([0, 0]);
          const moved = boxes.map((b) => moveBox(b, move));
          expect(moved.filter((b) => obstacles.some((o) => isOverlapping(b, o, gap)))).toEqual([]);
        },
      ),
    );
  });
});

it('the bounds of no boxes have no extent', () => {
  expect(getBounds([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
