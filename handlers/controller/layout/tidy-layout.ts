// biome-ignore-all lint/style/noNonNullAssertion: indices come from the indexed arrays, and ids from the group
import { moveBox, isOverlapping, findClearingMove } from './box-geometry.ts';
import type { LayoutNode, TidyRequest } from './layout-request.ts';

type TidyOptions = Pick<TidyRequest, 'gridSize' | 'align'>;

/** Rounds a coordinate to the nearest grid line. Adding 0 turns -0 into 0. */
const snapToGrid = (coordinate: number, gridSize: number): number =>
  Math.round(coordinate / gridSize) * gridSize + 0;

/** Maps each coordinate to a grid line. Without alignment, this is always the nearest grid line. */
const assignGridLines = (
  coordinates: readonly number[],
  { gridSize, align }: TidyOptions,
): Map<number, number> => {
  const lines = new Map<number, number>();
  const ascending = [...new Set(coordinates)].sort((a, b) => a - b);
  for (let next = 0; next < ascending.length; ) {
    const first = ascending[next]!;
    const within = align ? ascending.slice(next).filter((c) => c - first < gridSize) : [first];
    const line = snapToGrid(first + (within.at(-1)! - first) / 2, gridSize);
    for (const coordinate of within) lines.set(coordinate, line);
    next += within.length;
  }
  return lines;
};

/**
 * Snaps nodes to a grid and aligns them. Nodes that don't overlap beforehand don't overlap afterwards, because the node
 * further down or to the right is moved away in grid steps. Tidying the result again changes nothing.
 */
export const tidyNodes = (nodes: readonly LayoutNode[], options: TidyOptions): LayoutNode[] => {
  const columns = assignGridLines(
    nodes.map(({ x }) => x),
    options,
  );
  const rows = assignGridLines(
    nodes.map(({ y }) => y),
    options,
  );
  const snapped = nodes.map((node) => ({ ...node, x: columns.get(node.x)!, y: rows.get(node.y)! }));
  const order = nodes.map((_, i) => i).sort((a, b) => nodes[a]!.y - nodes[b]!.y || nodes[a]!.x - nodes[b]!.x);
  const placed: number[] = [];
  for (const i of order) {
    const others = placed.filter((j) => !isOverlapping(nodes[i]!, nodes[j]!)).map((j) => snapped[j]!);
    snapped[i] = moveBox(snapped[i]!, findClearingMove([snapped[i]!], others, { step: options.gridSize }));
    placed.push(i);
  }
  return snapped;
};
