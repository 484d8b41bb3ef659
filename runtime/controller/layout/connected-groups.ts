// biome-ignore-all lint/style/noNonNullAssertion: ids come from the nodes and wires of the same graph
import type { LayoutNode, LayoutEdge } from './layout-request.ts';

/** Nodes that are linked by edges, directly or through others, regardless of direction. */
export interface ConnectedGroup {
  readonly nodes: readonly LayoutNode[];
  readonly edges: readonly LayoutEdge[];
}

/** The ids of the neighbors of each node. */
type NeighborMap = ReadonlyMap<string, readonly string[]>;

/** Maps each node to its neighbors. Follows edges along their direction, against it, or both ways. */
export const createNeighborMap = (
  { nodes, edges }: ConnectedGroup,
  follow: { along?: boolean; against?: boolean },
): NeighborMap => {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    if (follow.along) neighbours.get(from)?.push(to);
    if (follow.against) neighbours.get(to)?.push(from);
  }
  return neighbours;
};

/** Returns the connected groups, in the order of their first nodes. */
export const findConnectedGroups = (
  nodes: readonly LayoutNode[],
  wires: readonly LayoutEdge[],
): ConnectedGroup[] => {
  const neighbours = createNeighborMap({ nodes, edges: wires }, { along: true, against: true });
  const groupOf = new Map<string, number>();
  let count = 0;
  for (const { id } of nodes) {
    if (groupOf.has(id)) continue;
    const waiting = [id];
    groupOf.set(id, count);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const neighbour of neighbours.get(next)!) {
        if (groupOf.has(neighbour)) continue;
        groupOf.set(neighbour, count);
        waiting.push(neighbour);
      }
    }
    count += 1;
  }
  const groups = Array.from({ length: count }, () => ({
    nodes: [] as LayoutNode[],
    edges: [] as LayoutEdge[],
  }));
  for (const node of nodes) groups[groupOf.get(node.id)!]!.nodes.push(node);
  for (const wire of wires) groups[groupOf.get(wire.from)!]!.edges.push(wire);
  return groups;
};
