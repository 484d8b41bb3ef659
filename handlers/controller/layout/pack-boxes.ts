import { getBounds, moveBox } from './box-geometry.ts';
import type { Box, Point, Size } from './layout-request.ts';

/** The number of row widths to try between the narrowest and the widest. */
const widthSteps = 32;

interface Packing extends Size {
  readonly corners: readonly Point[];
}

/** Fills rows from left to right, and starts a new row below when the next box would exceed the width limit. */
const packRows = (sizes: readonly Size[], limit: number, gap: number): Packing => {
  const corners: Point[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const size of sizes) {
    if (x > 0 && x + size.width > limit) {
      y += rowHeight + gap;
      [x, rowHeight] = [0, 0];
    }
    corners.push({ x, y });
    x += size.width + gap;
    rowHeight = Math.max(rowHeight, size.height);
    width = Math.max(width, x - gap);
  }
  return { corners, width, height: y + rowHeight };
};

/**
 * Returns row widths in geometric progression, from the width of the widest box to the width of all boxes side by side.
 */
const listRowWidths = (sizes: readonly Size[], gap: number): number[] => {
  const narrowest = Math.max(...sizes.map(({ width }) => width));
  const widest = sizes.reduce((sum, { width }) => sum + width + gap, -gap);
  return Array.from(
    { length: widthSteps },
    (_, i) => narrowest * (widest / narrowest) ** (i / (widthSteps - 1)),
  );
};

/** Returns the width of the smallest box with this aspect ratio that can hold the packing. */
const getScale = ({ width, height }: Size, aspectRatio: number): number =>
  Math.max(width, height * aspectRatio);

/**
 * Packs blocks of boxes into rows, the tallest first, so that the result has roughly the given aspect ratio. The boxes
 * of a block move together.
 */
export const packBoxes = <B extends Box>(
  blocks: readonly (readonly B[])[],
  { gap, aspectRatio }: { gap: number; aspectRatio: number },
): B[] => {
  const tallestFirst = blocks
    .map((boxes) => ({ boxes, bounds: getBounds(boxes) }))
    .sort((a, b) => b.bounds.height - a.bounds.height);
  const sizes = tallestFirst.map(({ bounds }) => bounds);
  const packings = listRowWidths(sizes, gap).map((limit) => packRows(sizes, limit, gap));
  const best = packings.reduce((a, b) => (getScale(b, aspectRatio) < getScale(a, aspectRatio) ? b : a));
  return tallestFirst.flatMap(({ boxes, bounds }, i) => {
    // biome-ignore lint/style/noNonNullAssertion: every block has its corner
    const corner = best.corners[i]!;
    return boxes.map((box) => moveBox(box, { x: corner.x - bounds.x, y: corner.y - bounds.y }));
  });
};
