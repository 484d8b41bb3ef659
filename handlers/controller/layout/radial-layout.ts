import { hierarchy, type HierarchyPointNode, tree } from 'd3-hierarchy';
import { type ConnectedGroup, createGroupAlgorithm, createNeighborLookup } from './layout-algorithm.ts';
import { centerNodeAt, getDiagonal } from './box-geometry.ts';
import type { LayoutNode } from './layout-request.ts';

interface Branch {
  /** The node of the branch; `undefined` for the center if several roots surround the center. */
  readonly node: LayoutNode | undefined;
  readonly children: Branch[];
}

/** Builds a tree with a breadth-first search that starts at the nodes without incoming edges. */
const createSpanningTree = (group: ConnectedGroup): Branch => {
  const listSuccessors = createNeighborLookup(group, { along: true });
  const listPredecessors = createNeighborLookup(group, { against: true });
  const nodes = new Map(group.nodes.map((node) => [node.id, node]));
  const roots: Branch[] = [];
  const reached = new Set<string>();
  const createBranch = (id: string, siblings: Branch[]) => {
    const branch: Branch = { node: nodes.get(id), children: [] };
    reached.add(id);
    siblings.push(branch);
    return { id, children: branch.children };
  };
  const grow = (rootId: string): void => {
    if (reached.has(rootId)) return;
    const queue = [createBranch(rootId, roots)];
    for (const { id, children } of queue)
      for (const next of listSuccessors(id)) if (!reached.has(next)) queue.push(createBranch(next, children));
  };
  for (const { id } of group.nodes) if (listPredecessors(id).length === 0) grow(id);
  // The remaining nodes belong to cycles without incoming edges. Any node of such a cycle can be its root, so the first
  // one is used.
  for (const { id } of group.nodes) grow(id);
  const [root, ...others] = roots;
  return root && others.length === 0 ? root : { node: undefined, children: roots };
};

/** Returns the smallest angle between two neighbors on a ring. */
const findMinAngle = (ring: readonly HierarchyPointNode<Branch>[]): number => {
  const angles = ring.map(({ x }) => x).sort((a, b) => a - b);
  const [first = 0] = angles;
  return Math.min(...angles.map((angle, i) => (angles[i + 1] ?? first + 2 * Math.PI) - angle));
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
    const radius = radii[depth] ?? 0;
    const center = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    return data.node ? [centerNodeAt(data.node, center)] : [];
  });
});
