/** Finds free positions for new nodes. */
import type { CanvasPoint } from '../graph-editor.ts';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** The area that a node covers on the canvas. */
export interface CanvasBox extends CanvasPoint, CanvasSize {}

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
type Span = readonly [start: number, end: number];

/** Lists the x positions at which a node at the given y position would overlap another node. */
const listTakenSpans = (nodes: readonly CanvasBox[], { width, height }: CanvasSize, y: number): Span[] =>
  nodes
    .filter((node) => y < node.y + node.height + nodeGap && y + height + nodeGap > node.y)
    .map((node): Span => [node.x - nodeGap - width, node.x + node.width + nodeGap]);

/** Returns the nearest free x positions on the grid to the right and to the left of `start`. */
const findFreeColumns = (taken: readonly Span[], start: number): [number, number] => {
  let right = start;
  for (const [from, to] of [...taken].sort(([a], [b]) => a - b))
    if (from < right && right < to) right = toGrid(to, Math.ceil);
  let left = start;
  for (const [from, to] of [...taken].sort(([, a], [, b]) => b - a))
    if (from < left && left < to) left = toGrid(from, Math.floor);
  return [right, left];
};

/** Returns the smallest area that contains all the given areas. */
export const getBounds = (boxes: readonly CanvasBox[]): CanvasBox => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
};
