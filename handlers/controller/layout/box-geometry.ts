import type { Box, LayoutNode, Point, Size } from './layout-request.ts';

export const getDiagonal = ({ width, height }: Size): number => Math.hypot(width, height);

export const centerNodeAt = (node: LayoutNode, { x, y }: Point): LayoutNode => ({
  ...node,
  x: x - node.width / 2,
  y: y - node.height / 2,
});

/** Returns the smallest box around the given boxes, or an empty box at the origin if no boxes are given. */
export const getBounds = (boxes: readonly Box[]): Box => {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** Returns whether the distance between two boxes is less than `gap` on both axes. */
export const isOverlapping = (a: Box, b: Box, gap = 0): boolean =>
  a.x < b.x + b.width + gap &&
  b.x < a.x + a.width + gap &&
  a.y < b.y + b.height + gap &&
  b.y < a.y + a.height + gap;

export const moveBox = <B extends Box>(box: B, by: Point): B => ({
  ...box,
  x: box.x + by.x,
  y: box.y + by.y,
});

interface Direction {
  readonly axis: 'x' | 'y';
  readonly sign: 1 | -1;
}

const directions = [
  { axis: 'x', sign: 1 },
  { axis: 'y', sign: 1 },
  { axis: 'x', sign: -1 },
  { axis: 'y', sign: -1 },
] as const satisfies readonly Direction[];

type Interval = readonly [from: number, to: number];

const getInterval = (box: Box, axis: 'x' | 'y'): Interval =>
  axis === 'x' ? [box.x, box.x + box.width] : [box.y, box.y + box.height];

const isIntersecting = (a: Interval, b: Interval, gap: number): boolean =>
  a[0] < b[1] + gap && b[0] < a[1] + gap;

/** Returns the distances at which the boxes, when moved together in one direction, would overlap an obstacle. */
const listBlockedIntervals = (
  boxes: readonly Box[],
  obstacles: readonly Box[],
  { axis, sign }: Direction,
  gap: number,
): Interval[] => {
  const otherAxis = axis === 'x' ? 'y' : 'x';
  const blocked: Interval[] = [];
  for (const box of boxes) {
    for (const obstacle of obstacles) {
      if (!isIntersecting(getInterval(box, otherAxis), getInterval(obstacle, otherAxis), gap)) continue;
      const [start, end] = getInterval(box, axis);
      const [from, to] = getInterval(obstacle, axis);
      const interval: Interval =
        sign > 0 ? [from - gap - end, to + gap - start] : [start - to - gap, end + gap - from];
      if (interval[1] > 0) blocked.push(interval);
    }
  }
  return blocked;
};

/** Returns the smallest distance, in whole steps, that lies outside all blocked intervals. */
const findMinFreeDistance = (blocked: readonly Interval[], step: number): number => {
  let distance = 0;
  for (const [from, to] of blocked.toSorted((a, b) => a[0] - b[0])) {
    if (from >= distance) break;
    if (distance < to) distance = Math.ceil(to / step) * step;
  }
  return distance;
};

/** Finds the shortest move along one axis, in whole steps, after which a group of boxes overlaps no obstacle. */
export const findClearingMove = (
  boxes: readonly Box[],
  obstacles: readonly Box[],
  { gap = 0, step = 1 }: { gap?: number; step?: number } = {},
): Point => {
  let best: { direction: Direction; distance: number } = { direction: directions[0], distance: Infinity };
  for (const direction of directions) {
    const distance = findMinFreeDistance(listBlockedIntervals(boxes, obstacles, direction, gap), step);
    if (distance === 0) return { x: 0, y: 0 };
    if (distance < best.distance) best = { direction, distance };
  }
  const { axis, sign } = best.direction;
  return axis === 'x' ? { x: sign * best.distance, y: 0 } : { x: 0, y: sign * best.distance };
};
