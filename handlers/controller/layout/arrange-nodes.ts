/** Computes node positions. The same request always gives the same result. */
import { findClearingMove, getBounds, isOverlapping, moveBox } from './box-geometry.ts';
import { type ConnectedGroup, findConnectedGroups, type LayoutAlgorithm } from './layout-algorithm.ts';
import { layeredHorizontalLayout, layeredVerticalLayout, treeLayout } from './elk-layouts.ts';
import { forceLayout } from './force-layout.ts';
import { radialLayout } from './radial-layout.ts';
import { stressLayout } from './stress-layout.ts';
import { tidyNodes } from './tidy-layout.ts';
import type { LayoutMode } from '#spec/rest/layout.ts';
import type {
  ArrangeRequest,
  Box,
  LayoutNode,
  LayoutRequest,
  Point,
  Positions,
  Size,
} from './layout-request.ts';

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
const packBoxes = <B extends Box>(
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
const removeOverlaps = <B extends Box>(boxes: readonly B[], gap: number): B[] => {
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

const layoutAlgorithms: Readonly<Record<Exclude<LayoutMode, 'compact'>, LayoutAlgorithm>> = {
  'layered-horizontal': layeredHorizontalLayout,
  'layered-vertical': layeredVerticalLayout,
  tree: treeLayout,
  radial: radialLayout,
  force: forceLayout,
  stress: stressLayout,
};

/** Beyond this coordinate, rounding errors could make nodes overlap. */
const maxCoordinate = 2 ** 40;

const clampCoordinate = (coordinate: number): number =>
  Math.round(Math.min(maxCoordinate, Math.max(-maxCoordinate, coordinate)));

/**
 * Computes new positions for the nodes of a request. The upper left corner of the nodes stays in place, unless
 * obstacles are in the way.
 */
export const arrangeNodes = async (request: LayoutRequest): Promise<Positions> => {
  const nodes = request.mode === 'tidy' ? tidyNodes(request.nodes, request) : await arrangeGroups(request);
  return new Map(nodes.map(({ id, x, y }) => [id, { x, y }]));
};

const arrangeGroups = async (request: ArrangeRequest): Promise<readonly LayoutNode[]> => {
  const { mode, nodes, edges, obstacles, spacing, aspectRatio } = request;
  if (nodes.length === 0) return [];
  const blocks =
    mode === 'compact'
      ? nodes.map(toSingleNodeBlock)
      : await createBlocks(findConnectedGroups(nodes, edges), layoutAlgorithms[mode], spacing);
  const { x, y } = getBounds(nodes);
  const corner = { x: clampCoordinate(x), y: clampCoordinate(y) };
  const packed = packBoxes(blocks, { gap: spacing, aspectRatio }).map((box) => moveBox(box, corner));
  const clearingMove = findClearingMove(packed, obstacles, { gap: spacing });
  return packed.map((box) => moveBox(box, clearingMove));
};

/**
 * Returns a block that consists of one node at the origin. The node's old position is irrelevant, and may be too large
 * for calculations.
 */
const toSingleNodeBlock = (node: LayoutNode): readonly LayoutNode[] => [{ ...node, x: 0, y: 0 }];

/** Arranges each connected group separately. */
const createBlocks = async (
  groups: readonly ConnectedGroup[],
  algorithm: LayoutAlgorithm,
  spacing: number,
): Promise<readonly (readonly LayoutNode[])[]> => {
  const isSingle = ({ nodes }: ConnectedGroup): boolean => nodes.length === 1;
  const connected = groups.filter((group) => !isSingle(group));
  const arranged = connected.length > 0 ? await algorithm(connected, spacing) : [];
  return [
    ...arranged.map((nodes) => removeOverlaps(nodes, spacing / 2)),
    ...groups.filter(isSingle).map(({ nodes }) => nodes.flatMap(toSingleNodeBlock)),
  ];
};
