/** Computes node positions. The same request always gives the same result. */
import type { LayoutMode } from '#spec/rest/layout.ts';
import { findClearingMove, getBounds, isOverlapping, moveBox } from './box-geometry.ts';
import { layeredHorizontalLayout, layeredVerticalLayout, treeLayout } from './elk-layouts.ts';
import { forceLayout } from './force-layout.ts';
import { type ConnectedGroup, findConnectedGroups, type LayoutAlgorithm } from './layout-algorithm.ts';
import { radialLayout } from './radial-layout.ts';
import { stressLayout } from './stress-layout.ts';
import { tidyNodes } from './tidy-layout.ts';
import type {
  ArrangeRequest,
  Box,
  LayoutNode,
  LayoutRequest,
  Point,
  Positions,
  Size,
} from './layout-request.ts';

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
  const packed = packBlocks(blocks, spacing, aspectRatio).map((node) => moveBox(node, corner));
  const clearingMove = findClearingMove(packed, obstacles, { gap: spacing });
  return packed.map((node) => moveBox(node, clearingMove));
};

/** Nodes that move together. */
type Block = readonly LayoutNode[];

/**
 * Returns a block that consists of one node at the origin. The node's old position is irrelevant, and may be too large
 * for calculations.
 */
const toSingleNodeBlock = (node: LayoutNode): Block => [{ ...node, x: 0, y: 0 }];

const createBlocks = async (
  groups: readonly ConnectedGroup[],
  algorithm: LayoutAlgorithm,
  spacing: number,
): Promise<readonly Block[]> => {
  const isSingle = ({ nodes }: ConnectedGroup): boolean => nodes.length === 1;
  const connected = groups.filter((group) => !isSingle(group));
  const arranged = connected.length > 0 ? await algorithm(connected, spacing) : [];
  return [
    ...arranged.map((nodes) => removeOverlaps(nodes, spacing / 2)),
    ...groups.filter(isSingle).map(({ nodes }) => nodes.flatMap(toSingleNodeBlock)),
  ];
};

const maxOverlapRounds = 60;

type MovableNode = LayoutNode & { x: number; y: number };

/**
 * Removes overlaps with little change to the arrangement, and rounds the coordinates. Pushing pairs apart preserves the
 * arrangement, but may never finish in a crowded layout. In that case, each node moves to the nearest free position,
 * starting with the nodes closest to the center.
 */
const removeOverlaps = (nodes: Block, gap: number): Block => {
  const moving: MovableNode[] = nodes.map((node) => ({ ...node }));
  for (let round = 0; round < maxOverlapRounds; round += 1)
    if (!pushOverlappingPairsApart(moving, gap)) break;
  for (const node of moving) Object.assign(node, { x: Math.round(node.x), y: Math.round(node.y) });
  const { x, y, width, height } = getBounds(moving);
  const distanceToCenter = (box: Box): number =>
    Math.hypot(box.x + box.width / 2 - (x + width / 2), box.y + box.height / 2 - (y + height / 2));
  const placed: LayoutNode[] = [];
  for (const node of moving.toSorted((a, b) => distanceToCenter(a) - distanceToCenter(b))) {
    const move = findClearingMove([node], placed, { gap });
    node.x += move.x;
    node.y += move.y;
    placed.push(node);
  }
  return moving;
};

/**
 * Pushes all overlapping pairs apart once. Because nodes move during this round, some overlaps may remain until the
 * next round.
 * @returns whether any pair overlapped
 */
const pushOverlappingPairsApart = (nodes: readonly MovableNode[], gap: number): boolean => {
  const fromLeft = nodes.toSorted((a, b) => a.x - b.x);
  let isAny = false;
  for (const [rank, a] of fromLeft.entries()) {
    for (let next = rank + 1; ; next += 1) {
      const b = fromLeft[next];
      if (!b || b.x >= a.x + a.width + gap) break;
      if (!isOverlapping(a, b, gap)) continue;
      pushPairApart(a, b, gap);
      isAny = true;
    }
  }
  return isAny;
};

/** Moves each node of a pair by half of their overlap, along the axis on which the overlap is smaller. */
const pushPairApart = (a: MovableNode, b: MovableNode, gap: number): void => {
  const offsetX = b.x + b.width / 2 - (a.x + a.width / 2);
  const offsetY = b.y + b.height / 2 - (a.y + a.height / 2);
  const overlapX = (a.width + b.width) / 2 + gap - Math.abs(offsetX);
  const overlapY = (a.height + b.height) / 2 + gap - Math.abs(offsetY);
  if (overlapX < overlapY) {
    const half = (offsetX < 0 ? -overlapX : overlapX) / 2;
    a.x -= half;
    b.x += half;
  } else {
    const half = (offsetY < 0 ? -overlapY : overlapY) / 2;
    a.y -= half;
    b.y += half;
  }
};

/** The number of row widths to try between the narrowest and the widest. */
const widthSteps = 32;

interface BoundedBlock {
  readonly nodes: Block;
  readonly bounds: Box;
}

/**
 * Packs blocks into rows, the tallest first, so that the result has roughly the given aspect ratio. The nodes of a
 * block move together.
 */
const packBlocks = (blocks: readonly Block[], gap: number, aspectRatio: number): LayoutNode[] => {
  const tallestFirst = blocks
    .map((nodes) => ({ nodes, bounds: getBounds(nodes) }))
    .sort((a, b) => b.bounds.height - a.bounds.height);
  /** Returns the width of the smallest box with this aspect ratio that can hold the packing. */
  const getScale = ({ width, height }: Size): number => Math.max(width, height * aspectRatio);
  const { corners } = listRowWidths(tallestFirst, gap)
    .map((limit) => packRows(tallestFirst, limit, gap))
    .reduce((a, b) => (getScale(b) < getScale(a) ? b : a));
  return corners.flatMap(({ block: { nodes, bounds }, x, y }) =>
    nodes.map((node) => moveBox(node, { x: x - bounds.x, y: y - bounds.y })),
  );
};

/**
 * Returns row widths in geometric progression, from the width of the widest block to the width of all blocks side by
 * side.
 */
const listRowWidths = (blocks: readonly BoundedBlock[], gap: number): number[] => {
  const narrowest = Math.max(...blocks.map(({ bounds }) => bounds.width));
  const widest = blocks.reduce((sum, { bounds }) => sum + bounds.width + gap, -gap);
  return Array.from(
    { length: widthSteps },
    (_, i) => narrowest * (widest / narrowest) ** (i / (widthSteps - 1)),
  );
};

interface Packing extends Size {
  /** The blocks with the positions of their upper left corners. */
  readonly corners: readonly (Point & { readonly block: BoundedBlock })[];
}

/** Fills rows from left to right, and starts a new row below when the next block would exceed the width limit. */
const packRows = (blocks: readonly BoundedBlock[], limit: number, gap: number): Packing => {
  const corners: Packing['corners'][number][] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const block of blocks) {
    const { bounds } = block;
    if (x > 0 && x + bounds.width > limit) {
      y += rowHeight + gap;
      [x, rowHeight] = [0, 0];
    }
    corners.push({ block, x, y });
    x += bounds.width + gap;
    rowHeight = Math.max(rowHeight, bounds.height);
    width = Math.max(width, x - gap);
  }
  return { corners, width, height: y + rowHeight };
};
