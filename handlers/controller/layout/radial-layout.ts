// biome-ignore-all lint/style/noNonNullAssertion: indices come from the indexed arrays, and ids from the group
import { hierarchy, type HierarchyPointNode, tree } from 'd3-hierarchy';
import { type ConnectedGroup, createGroupAlgorithm, createNeighborMap } from './layout-algorithm.ts';
import { centerNodeAt, getDiagonal } from './box-geometry.ts';
import type { LayoutNode } from './layout-request.ts';

interface Branch {
  /** The node of the branch; `undefined` for the center if several roots surround the center. */
  readonly node: LayoutNode | undefined;
  readonly children: Branch[];
}

/** Builds a tree with a breadth-first search that starts at the nodes without incoming edges. */
const createSpanningTree = (group: ConnectedGroup): Branch => {
  const successors = createNeighborMap(group, { along: true });
  const predecessors = createNeighborMap(group, { against: true });
  const branches = new Map(group.nodes.map((node) => [node.id, { node, children: [] } as Branch]));
  const isRoot = ({ id }: LayoutNode): boolean => predecessors.get(id)!.length === 0;
  const roots: Branch[] = [];
  const reached = new Set<string>();
  const grow = (root: LayoutNode): void => {
    if (reached.has(root.id)) return;
    reached.add(root.id);
    roots.push(branches.get(root.id)!);
    const queue = [root.id];
    for (const id of queue) {
      for (const next of successors.get(id)!) {
        if (reached.has(next)) continue;
        reached.add(next);
        branches.get(id)!.children.push(branches.get(next)!);
        queue.push(next);
      }
    }
  };
  for (const node of group.nodes.filter(isRoot)) grow(node);
  // The remaining nodes belong to cycles without incoming edges. Any node of such a cycle can be its root, so the first
  // one is used.
  for (const node of group.nodes) grow(node);
  return roots.length === 1 ? roots[0]! : { node: undefined, children: roots };
};

/** Returns the smallest angle between two neighbors on a ring. */
const findMinAngle = (ring: readonly HierarchyPointNode<Branch>[]): number => {
  const angles = ring.map(({ x }) => x).sort((a, b) => a - b);
  return Math.min(...angles.map((angle, i) => (angles[i + 1] ?? angles[0]! + 2 * Math.PI) - angle));
};

/**
 * Returns the radius of each ring. Each radius is large enough to avoid the previous ring and to fit all nodes of its
 * own ring.
 */
const computeRingRadii = (
  rings: readonly (readonly HierarchyPointNode<Branch>[])[],
  spacing: number,
): number[] => {
  const radii: number[] = [];
  let [radius, outerRadius] = [0, 0];
  for (const [depth, ring] of rings.entries()) {
    const widest = Math.max(...ring.map(({ data }) => (data.node ? getDiagonal(data.node) : 0)));
    if (depth > 0) {
      const half = Math.min(findMinAngle(ring), Math.PI) / 2;
      radius = Math.max(outerRadius + spacing + widest / 2, (widest + spacing) / (2 * Math.sin(half)));
    }
    outerRadius = radius + widest / 2;
    radii.push(radius);
  }
  return radii;
};

/** Places nodes on rings around the roots. The ring number is the node's distance from its root in edges. */
export const radialLayout = createGroupAlgorithm((group, spacing) => {
  const root = tree<Branch>()
    .size([2 * Math.PI, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : 2) / Math.max(1, a.depth))(
    hierarchy(createSpanningTree(group)),
  );
  const rings = Array.from({ length: root.height + 1 }, (_, depth) =>
    root.descendants().filter((treeNode) => treeNode.depth === depth),
  );
  const radii = computeRingRadii(rings, spacing);
  return root.descendants().flatMap(({ data, depth, x: angle }) => {
    const radius = radii[depth]!;
    const center = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    return data.node ? [centerNodeAt(data.node, center)] : [];
  });
});
