/** Computes node positions. The same request always gives the same result. */
import type { LayoutMode } from '#spec/rest/layout.ts';
import type { LayoutAlgorithm } from './layout-algorithm-type.ts';
import { getBounds, moveBox, findClearingMove } from './box-geometry.ts';
import { layeredHorizontalLayout, layeredVerticalLayout, treeLayout } from './elk-layouts.ts';
import { forceLayout } from './force-layout.ts';
import { type ConnectedGroup, findConnectedGroups } from './connected-groups.ts';
import { packBoxes } from './pack-boxes.ts';
import { radialLayout } from './radial-layout.ts';
import type { ArrangeRequest, LayoutNode, LayoutRequest, Positions } from './layout-request.ts';
import { removeOverlaps } from './remove-overlaps.ts';
import { stressLayout } from './stress-layout.ts';
import { tidyNodes } from './tidy-layout.ts';

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
