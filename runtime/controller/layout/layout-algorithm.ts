import type { ConnectedGroup } from './connected-groups.ts';
import type { LayoutNode } from './layout-request.ts';

type PlacedNodes = readonly LayoutNode[];

/** Places the nodes of each connected group, wherever that may be; overlaps are taken out and groups packed afterwards. */
export type LayoutAlgorithm = (
  groups: readonly ConnectedGroup[],
  spacing: number,
) => readonly PlacedNodes[] | Promise<readonly PlacedNodes[]>;

/** An arranger that looks at one group at a time. */
export const createGroupAlgorithm =
  (arrangeGroup: (group: ConnectedGroup, spacing: number) => PlacedNodes): LayoutAlgorithm =>
  (groups, spacing) =>
    groups.map((group) => arrangeGroup(group, spacing));
