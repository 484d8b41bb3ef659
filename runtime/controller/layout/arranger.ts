import type { Group } from './groups.ts';
import type { LayoutNode } from './request.ts';

type Placed = readonly LayoutNode[];

/** Places the nodes of each connected group, wherever that may be; overlaps are taken out and groups packed afterwards. */
export type Arranger = (
  groups: readonly Group[],
  spacing: number,
) => readonly Placed[] | Promise<readonly Placed[]>;

/** An arranger that looks at one group at a time. */
export const oneByOne =
  (arrangeGroup: (group: Group, spacing: number) => Placed): Arranger =>
  (groups, spacing) =>
    groups.map((group) => arrangeGroup(group, spacing));
