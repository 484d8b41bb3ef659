import { getDiagonal } from './box-geometry.ts';
import type { LayoutEdge, LayoutNode } from './layout-request.ts';

/**
 * Nodes that are linked by edges, either directly or through other nodes. The direction of the edges doesn't matter.
 */
export interface ConnectedGroup {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

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

/** Returns a good distance between the centers of linked nodes. */
export const getEdgeLength = (nodes: readonly LayoutNode[], spacing: number): number =>
  spacing + nodes.map(getDiagonal).reduce((sum, diagonal) => sum + diagonal, 0) / nodes.length;

/**
 * Creates a function that returns the ids of a node's neighbors. Edges are followed along their direction, against it,
 * or both ways.
 */
export const createNeighborLookup = (
  { nodes, edges }: ConnectedGroup,
  follow: { along?: boolean; against?: boolean },
): ((id: string) => readonly string[]) => {
  const neighbors = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    if (follow.along) neighbors.get(from)?.push(to);
    if (follow.against) neighbors.get(to)?.push(from);
  }
  return (id) => neighbors.get(id) ?? [];
};

/** Returns the connected groups, in the order of their first nodes. */
export const findConnectedGroups = (
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
): ConnectedGroup[] => {
  const listNeighbors = createNeighborLookup({ nodes, edges }, { along: true, against: true });
  const groups: { nodes: LayoutNode[]; edges: LayoutEdge[] }[] = [];
  const groupById = new Map<string, (typeof groups)[number]>();
  for (const { id } of nodes) {
    if (groupById.has(id)) continue;
    const group: (typeof groups)[number] = { nodes: [], edges: [] };
    groups.push(group);
    groupById.set(id, group);
    const pending = [id];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const neighbor of listNeighbors(next)) {
        if (groupById.has(neighbor)) continue;
        groupById.set(neighbor, group);
        pending.push(neighbor);
      }
    }
  }
  for (const node of nodes) groupById.get(node.id)?.nodes.push(node);
  for (const edge of edges) {
    const group = groupById.get(edge.from);
    if (!group) throw new TypeError(`there is no node '${edge.from}'`);
    group.edges.push(edge);
  }
  return groups;
};
