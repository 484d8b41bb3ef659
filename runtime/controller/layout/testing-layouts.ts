/** Graphs to be laid out, and what must hold of a layout, for tests. */
import fc from 'fast-check';
import { getBounds, isOverlapping } from './box-geometry.ts';
import type { ArrangeRequest, Box, LayoutNode, Positions, LayoutEdge } from './layout-request.ts';

/** A request over `count` nodes of many sizes; wires are pairs of node numbers, and need not be sound. */
export const createArrangeRequest = (
  count: number,
  pairs: readonly (readonly [number, number])[],
  given: Partial<ArrangeRequest> = {},
): ArrangeRequest => {
  const nodes = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    x: (i % 7) * 50,
    y: Math.floor(i / 7) * 50,
    width: 160 + ((i * 37) % 120),
    height: 60 + ((i * 53) % 200),
  }));
  const wires = new Map<string, LayoutEdge>();
  for (const [from, to] of pairs) {
    if (from !== to && from < count && to < count)
      wires.set(`${from} ${to}`, { from: `n${from}`, to: `n${to}` });
  }
  return {
    mode: 'layered-horizontal',
    nodes,
    edges: [...wires.values()],
    obstacles: [],
    spacing: 40,
    aspectRatio: 1.6,
    ...given,
  };
};

/** Wires from each node to two later ones, with gaps: several groups, no cycles. */
export const createForwardPairs = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, i) => i)
    .filter((i) => i % 25 !== 24)
    .flatMap((i): [number, number][] => [
      [i, i + 1],
      [i, Math.min(i - (i % 25) + 24, i + 1 + ((i * 7) % 5))],
    ]);

/** Small graphs of any kind: cycles, several groups, nodes without wires. */
export const createRequestArbitrary = (given: Partial<ArrangeRequest> = {}): fc.Arbitrary<ArrangeRequest> =>
  fc
    .integer({ min: 1, max: 12 })
    .chain((count) =>
      fc
        .array(fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 })), { maxLength: 20 })
        .map((pairs) => createArrangeRequest(count, pairs, given)),
    );

/** The nodes where a layout puts them. */
export const applyPositions = ({ nodes }: ArrangeRequest, positions: Positions): LayoutNode[] =>
  nodes.map((node) => ({ ...node, ...positions.get(node.id)! }));

/** Pairs of boxes, by number, that overlap. */
export const listOverlaps = (boxes: readonly Box[], gap = 0): [number, number][] =>
  boxes.flatMap((a, i) =>
    boxes.flatMap((b, j): [number, number][] => (i < j && isOverlapping(a, b, gap) ? [[i, j]] : [])),
  );

export const getAspectRatio = (boxes: readonly Box[]): number => {
  const { width, height } = getBounds(boxes);
  return width / height;
};
