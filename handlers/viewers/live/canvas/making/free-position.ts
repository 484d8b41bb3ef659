/** Finds free positions for new nodes. */
import type { CanvasBox, CanvasPoint, CanvasSize } from '../canvas-geometry.ts';

/** New nodes are placed on a grid of this size, in canvas units. */
export const gridSize = 20;
/** The distance that new nodes keep from others. */
export const nodeGap = 20;

const toGrid = (value: number, round: (value: number) => number = Math.round): number =>
  round(value / gridSize) * gridSize;

/**
 * Finds the free position on the grid that is nearest to the wanted one.
 * @param nodes the areas that are taken
 */
export const findFreePosition = (
  nodes: readonly CanvasBox[],
  size: CanvasSize,
  wanted: CanvasPoint,
): CanvasPoint => {
  let nearest: { readonly point: CanvasPoint; readonly distance: number } | undefined;
  const start = { x: toGrid(wanted.x), y: toGrid(wanted.y) };
  for (let offset = 0; !nearest || offset <= nearest.distance; offset += gridSize) {
    for (const y of offset === 0 ? [start.y] : [start.y - offset, start.y + offset]) {
      for (const x of findFreeColumns(listTakenSpans(nodes, size, y), start.x)) {
        const distance = Math.hypot(x - start.x, y - start.y);
        if (!nearest || distance < nearest.distance) nearest = { point: { x, y }, distance };
      }
    }
  }
  return nearest.point;
};

/** The x positions between two limits, without the limits. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lists the x positions at which a node at the given y position would overlap another node. */
const listTakenSpans = (nodes: readonly CanvasBox[], { width, height }: CanvasSize, y: number): Span[] =>
  nodes
    .filter((node) => y < node.y + node.height + nodeGap && y + height + nodeGap > node.y)
    .map((node) => ({ start: node.x - nodeGap - width, end: node.x + node.width + nodeGap }));

/** Returns the nearest free x positions on the grid to the right and to the left of `from`. */
const findFreeColumns = (taken: Span[], from: number): [number, number] => {
  let right = from;
  taken.sort((a, b) => a.start - b.start);
  for (const { start, end } of taken) if (start < right && right < end) right = toGrid(end, Math.ceil);
  let left = from;
  taken.sort((a, b) => b.end - a.end);
  for (const { start, end } of taken) if (start < left && left < end) left = toGrid(start, Math.floor);
  return [right, left];
};
