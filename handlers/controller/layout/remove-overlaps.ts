// biome-ignore-all lint/style/noNonNullAssertion: indices come from the indexed arrays
import { getBounds, moveBox, isOverlapping, findClearingMove } from './box-geometry.ts';
import type { Box } from './layout-request.ts';

const maxRounds = 60;

/** Moves each box of a pair by half of their overlap, along the axis on which the overlap is smaller. */
const pushPairApart = <B extends Box>(boxes: B[], i: number, j: number, gap: number): void => {
  const [a, b] = [boxes[i]!, boxes[j]!];
  const offsetX = b.x + b.width / 2 - (a.x + a.width / 2);
  const offsetY = b.y + b.height / 2 - (a.y + a.height / 2);
  const overlapX = (a.width + b.width) / 2 + gap - Math.abs(offsetX);
  const overlapY = (a.height + b.height) / 2 + gap - Math.abs(offsetY);
  const half =
    overlapX < overlapY
      ? { x: (offsetX < 0 ? -overlapX : overlapX) / 2, y: 0 }
      : { x: 0, y: (offsetY < 0 ? -overlapY : overlapY) / 2 };
  boxes[i] = moveBox(a, { x: -half.x, y: -half.y });
  boxes[j] = moveBox(b, half);
};

/**
 * Pushes all overlapping pairs apart once. Because boxes move during this round, some overlaps may remain until the
 * next round.
 * @returns whether any pair overlapped
 */
const pushOverlappingPairsApart = (boxes: Box[], gap: number): boolean => {
  const order = boxes.map((_, index) => index).sort((a, b) => boxes[a]!.x - boxes[b]!.x);
  let any = false;
  for (const [rank, i] of order.entries()) {
    for (let next = rank + 1; next < order.length; next += 1) {
      const j = order[next]!;
      if (boxes[j]!.x >= boxes[i]!.x + boxes[i]!.width + gap) break;
      if (!isOverlapping(boxes[i]!, boxes[j]!, gap)) continue;
      pushPairApart(boxes, i, j, gap);
      any = true;
    }
  }
  return any;
};

/**
 * Removes overlaps with little change to the arrangement, and rounds the coordinates. Pushing pairs apart preserves the
 * arrangement, but may never finish in a crowded layout. In that case, each box moves to the nearest free position,
 * starting with the boxes closest to the center.
 */
export const removeOverlaps = <B extends Box>(boxes: readonly B[], gap: number): B[] => {
  const pushed = [...boxes];
  for (let round = 0; round < maxRounds; round += 1) if (!pushOverlappingPairsApart(pushed, gap)) break;
  const rounded = pushed.map((box) => ({ ...box, x: Math.round(box.x), y: Math.round(box.y) }));
  const { x, y, width, height } = getBounds(rounded);
  const distanceToCenter = (box: Box): number =>
    Math.hypot(box.x + box.width / 2 - (x + width / 2), box.y + box.height / 2 - (y + height / 2));
  const order = rounded
    .map((_, index) => index)
    .sort((a, b) => distanceToCenter(rounded[a]!) - distanceToCenter(rounded[b]!));
  const placed: Box[] = [];
  for (const index of order) {
    const box = rounded[index]!;
    const free = moveBox(box, findClearingMove([box], placed, { gap }));
    rounded[index] = free;
    placed.push(free);
  }
  return rounded;
};
