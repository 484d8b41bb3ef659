// biome-ignore-all lint/style/noNonNullAssertion: ids come from the nodes and edges of the same graph
import type { LayoutEdge, LayoutNode } from './layout-request.ts';

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

/**
 * Nodes that are linked by edges, either directly or through other nodes. The direction of the edges doesn't matter.
 */
export interface ConnectedGroup {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

/** Maps the id of each node to the ids of its neighbors. */
type NeighborMap = ReadonlyMap<string, readonly string[]>;

/** Maps each node to its neighbors. Edges are followed along their direction, against it, or both ways. */
export const createNeighborMap = (
  { nodes, edges }: ConnectedGroup,
  follow: { along?: boolean; against?: boolean },
): NeighborMap => {
  const neighbors = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    if (follow.along) neighbors.get(from)?.push(to);
    if (follow.against) neighbors.get(to)?.push(from);
  }
  return neighbors;
};

/** Returns the connected groups, in the order of their first nodes. */
export const findConnectedGroups = (
  nodes: readonly LayoutNode[],
  allEdges: readonly LayoutEdge[],
): ConnectedGroup[] => {
  const neighbors = createNeighborMap({ nodes, edges: allEdges }, { along: true, against: true });
  const groupById = new Map<string, number>();
  let count = 0;
  for (const { id } of nodes) {
    if (groupById.has(id)) continue;
    const queue = [id];
    groupById.set(id, count);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const neighbor of neighbors.get(next)!) {
        if (groupById.has(neighbor)) continue;
        groupById.set(neighbor, count);
        queue.push(neighbor);
      }
    }
    count += 1;
  }
  const groups = Array.from({ length: count }, () => ({
    nodes: [] as LayoutNode[],
    edges: [] as LayoutEdge[],
  }));
  for (const node of nodes) groups[groupById.get(node.id)!]!.nodes.push(node);
  for (const edge of allEdges) groups[groupById.get(edge.from)!]!.edges.push(edge);
  return groups;
};
