// biome-ignore-all lint/style/noNonNullAssertion: ids come from the nodes and wires of the same graph
import type { LayoutNode, Wire } from './request.ts';

/** Nodes that hang together by wires, in whichever direction these run. */
export interface Group {
  readonly nodes: readonly LayoutNode[];
  readonly wires: readonly Wire[];
}

/** Node ids by the id of a node that wires lead to from it, or to it, or both. */
type Neighbours = ReadonlyMap<string, readonly string[]>;

/** Neighbours along wires, against them, or both ways. */
export const neighboursOf = (
  { nodes, wires }: Group,
  follow: { along?: boolean; against?: boolean },
): Neighbours => {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of wires) {
    if (follow.along) neighbours.get(from)?.push(to);
    if (follow.against) neighbours.get(to)?.push(from);
  }
  return neighbours;
};

/** Tells apart the nodes that are not connected with each other, in the order of their first nodes. */
export const groupsOf = (nodes: readonly LayoutNode[], wires: readonly Wire[]): Group[] => {
  const neighbours = neighboursOf({ nodes, wires }, { along: true, against: true });
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
    wires: [] as Wire[],
  }));
  for (const node of nodes) groups[groupOf.get(node.id)!]!.nodes.push(node);
  for (const wire of wires) groups[groupOf.get(wire.from)!]!.wires.push(wire);
  return groups;
};
