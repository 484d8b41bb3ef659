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
  let ascending = [...new Set(coordinates)].sort((a, b) => a - b);
  for (let [first] = ascending; first !== undefined; [first] = ascending) {
    const start = first;
    const within = align ? ascending.filter((c) => c - start < gridSize) : [start];
    const line = snapToGrid(start + ((within.at(-1) ?? start) - start) / 2, gridSize);
    for (const coordinate of within) lines.set(coordinate, line);
    ascending = ascending.slice(within.length);
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
  const moves = nodes.map((node) => ({
    before: node,
    after: { ...node, x: columns.get(node.x) ?? node.x, y: rows.get(node.y) ?? node.y },
  }));
  const placed: typeof moves = [];
  for (const move of moves.toSorted((a, b) => a.before.y - b.before.y || a.before.x - b.before.x)) {
    const { before, after } = move;
    const others = placed.filter((other) => !isOverlapping(before, other.before)).map((other) => other.after);
    move.after = moveBox(after, findClearingMove([after], others, { step: options.gridSize }));
    placed.push(move);
  }
  return moves.map(({ after }) => after);
};
