/** Where nodes go: the same request always has the same answer. */
import type { LayoutMode } from '#spec/rest/layout.ts';
import type { Arranger } from './arranger.ts';
import { boundsOf, moved, wayClear } from './boxes.ts';
import { layeredHorizontal, layeredVertical, tree } from './by-elk.ts';
import { force } from './force.ts';
import { type Group, groupsOf } from './groups.ts';
import { pack } from './pack.ts';
import { radial } from './radial.ts';
import type { ArrangeRequest, LayoutNode, LayoutRequest, Positions } from './request.ts';
import { separate } from './separate.ts';
import { stress } from './stress.ts';
import { tidy } from './tidy.ts';

const arrangers: Readonly<Record<Exclude<LayoutMode, 'compact'>, Arranger>> = {
  'layered-horizontal': layeredHorizontal,
  'layered-vertical': layeredVertical,
  tree,
  radial,
  force,
  stress,
};

/** Farther from the origin the coordinates would be too coarse to keep nodes apart. */
const farthest = 2 ** 40;

const nearTheOrigin = (coordinate: number): number =>
  Math.round(Math.min(farthest, Math.max(-farthest, coordinate)));

/**
 * Works out where the nodes of a request go. An arrangement has its upper left corner where that of the nodes was, or as
 * near to it as the obstacles leave room.
 */
export const arrange = async (request: LayoutRequest): Promise<Positions> => {
  const nodes = request.mode === 'tidy' ? tidy(request.nodes, request) : await arrangeAnew(request);
  return new Map(nodes.map(({ id, x, y }) => [id, { x, y }]));
};

/** Arranges each connected group by itself, and packs the groups. */
const arrangeAnew = async (request: ArrangeRequest): Promise<readonly LayoutNode[]> => {
  const { mode, nodes, wires, obstacles, spacing, aspectRatio } = request;
  if (nodes.length === 0) return [];
  const blocks =
    mode === 'compact' ? nodes.map(alone) : await blocksOf(groupsOf(nodes, wires), arrangers[mode], spacing);
  const { x, y } = boundsOf(nodes);
  const corner = { x: nearTheOrigin(x), y: nearTheOrigin(y) };
  const packed = pack(blocks, { gap: spacing, aspectRatio }).map((box) => moved(box, corner));
  const clear = wayClear(packed, obstacles, { gap: spacing });
  return packed.map((box) => moved(box, clear));
};

/** A block of one node, at the origin: where it was is of no more interest, and may be too far out to reckon with. */
const alone = (node: LayoutNode): readonly LayoutNode[] => [{ ...node, x: 0, y: 0 }];

/** The groups, each arranged by itself. */
const blocksOf = async (
  groups: readonly Group[],
  arranger: Arranger,
  spacing: number,
): Promise<readonly (readonly LayoutNode[])[]> => {
  const isSingle = ({ nodes }: Group): boolean => nodes.length === 1;
  const connected = groups.filter((group) => !isSingle(group));
  const arranged = connected.length > 0 ? await arranger(connected, spacing) : [];
  return [
    ...arranged.map((nodes) => separate(nodes, spacing / 2)),
    ...groups.filter(isSingle).map(({ nodes }) => nodes.flatMap(alone)),
  ];
};
