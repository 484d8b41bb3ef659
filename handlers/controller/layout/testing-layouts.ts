/** Creates graphs to arrange and checks the results. For tests only. */
import fc from 'fast-check';
import { getBounds, isOverlapping } from './box-geometry.ts';
import type { ArrangeRequest, Box, LayoutNode, Positions, LayoutEdge } from './layout-request.ts';

/**
 * Creates a request with `count` nodes of various sizes. `pairs` contains the indices of the nodes to connect. Loops,
 * duplicates and unknown indices are ignored.
 */
export const createArrangeRequest = (
  count: number,
  pairs: readonly (readonly [number, number])[],
  overrides: Partial<ArrangeRequest> = {},
): ArrangeRequest => {
  const nodes = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    x: (i % 7) * 50,
    y: Math.floor(i / 7) * 50,
    width: 160 + ((i * 37) % 120),
    height: 60 + ((i * 53) % 200),
  }));
  const edges = new Map<string, LayoutEdge>();
  for (const [from, to] of pairs) {
    if (from !== to && from < count && to < count)
      edges.set(`${from} ${to}`, { from: `n${from}`, to: `n${to}` });
  }
  return {
    mode: 'layered-horizontal',
    nodes,
    edges: [...edges.values()],
    obstacles: [],
    spacing: 40,
    aspectRatio: 1.6,
    ...overrides,
  };
};

/** Connects each node to two later nodes. The result has several groups, but no cycles. */
export const createForwardPairs = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, i) => i)
    .filter((i) => i % 25 !== 24)
    .flatMap((i): [number, number][] => [
      [i, i + 1],
      [i, Math.min(i - (i % 25) + 24, i + 1 + ((i * 7) % 5))],
    ]);

/** Generates small graphs that include cycles, several groups and unconnected nodes. */
export const createRequestArbitrary = (
  overrides: Partial<ArrangeRequest> = {},
): fc.Arbitrary<ArrangeRequest> =>
  fc
    .integer({ min: 1, max: 12 })
    .chain((count) =>
      fc
        .array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 20 })
        .map((pairs) => createArrangeRequest(count, pairs, overrides)),
    );

/** Returns the nodes at their new positions. */
export const applyPositions = ({ nodes }: ArrangeRequest, positions: Positions): LayoutNode[] =>
  nodes.map((node) => ({ ...node, ...positions.get(node.id)! }));

/** Returns the indices of each pair of overlapping boxes. */
export const listOverlaps = (boxes: readonly Box[], gap = 0): [number, number][] =>
  boxes.flatMap((a, i) =>
    boxes.flatMap((b, j): [number, number][] => (i < j && isOverlapping(a, b, gap) ? [[i, j]] : [])),
  );

export const getAspectRatio = (boxes: readonly Box[]): number => {
  const { width, height } = getBounds(boxes);
  return width / height;
};
