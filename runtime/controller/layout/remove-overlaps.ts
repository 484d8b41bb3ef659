// biome-ignore-all lint/style/noNonNullAssertion: indices come from the arrays that they lead into
import { getBounds, moveBox, isOverlapping, findClearingMove } from './box-geometry.ts';
import type { Box } from './layout-request.ts';

const maxRounds = 60;

/** Moves the two boxes of a pair half of their overlap each, the shorter way. */
const pushPairApart = <B extends Box>(boxes: B[], i: number, j: number, gap: number): void => {
  const [a, b] = [boxes[i]!, boxes[j]!];
  const acrossX = b.x + b.width / 2 - (a.x + a.width / 2);
  const acrossY = b.y + b.height / 2 - (a.y + a.height / 2);
  const deepX = (a.width + b.width) / 2 + gap - Math.abs(acrossX);
  const deepY = (a.height + b.height) / 2 + gap - Math.abs(acrossY);
  const half =
    deepX < deepY
      ? { x: (acrossX < 0 ? -deepX : deepX) / 2, y: 0 }
      : { x: 0, y: (acrossY < 0 ? -deepY : deepY) / 2 };
  boxes[i] = moveBox(a, { x: -half.x, y: -half.y });
  boxes[j] = moveBox(b, half);
};

/**
 * One round over all pairs that are near each other in x; as pushing moves them, it may miss some until the next round.
 * @returns whether any overlapped
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
 * Takes overlaps out of an arrangement with as little change as may be, and whole coordinates into it. Pushing keeps
 * the shape but need not come to an end in a crowd; then, from the middle outwards, each box goes to the nearest place
 * that is free.
 */
export const removeOverlaps = <B extends Box>(boxes: readonly B[], gap: number): B[] => {
  const pushed = [...boxes];
  for (let round = 0; round < maxRounds; round += 1) if (!pushOverlappingPairsApart(pushed, gap)) break;
  const whole = pushed.map((box) => ({ ...box, x: Math.round(box.x), y: Math.round(box.y) }));
  const { x, y, width, height } = getBounds(whole);
  const fromMiddle = (box: Box): number =>
    Math.hypot(box.x + box.width / 2 - (x + width / 2), box.y + box.height / 2 - (y + height / 2));
  const order = whole.map((_, index) => index).sort((a, b) => fromMiddle(whole[a]!) - fromMiddle(whole[b]!));
  const placed: Box[] = [];
  for (const index of order) {
    const box = whole[index]!;
    const free = moveBox(box, findClearingMove([box], placed, { gap }));
    whole[index] = free;
    placed.push(free);
  }
  return whole;
};
