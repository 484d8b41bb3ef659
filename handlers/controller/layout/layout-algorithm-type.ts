import type { ConnectedGroup } from './connected-groups.ts';
import type { LayoutNode } from './layout-request.ts';

type PlacedNodes = readonly LayoutNode[];

/**
 * Arranges the nodes of each connected group at any location. The caller then removes overlaps and packs the groups.
 */
export type LayoutAlgorithm = (
  groups: readonly ConnectedGroup[],
  spacing: number,
) => readonly PlacedNodes[] | Promise<readonly PlacedNodes[]>;

/** Creates an algorithm that arranges one group at a time. */
export const createGroupAlgorithm =
  (arrangeGroup: (group: ConnectedGroup, spacing: number) => PlacedNodes): LayoutAlgorithm =>
  (groups, spacing) =>
    groups.map((group) => arrangeGroup(group, spacing));
