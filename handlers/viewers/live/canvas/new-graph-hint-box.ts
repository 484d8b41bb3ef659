import { findStartOfNewGraph } from '../first-run/starter-graphs.ts';
import { findGraphExtent } from './graph-frames.ts';
import { canvasPadding, narrowWidth } from './initial-viewport.ts';
import type { CanvasBox } from './canvas-geometry.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';

/** The size of the hint, in canvas units. Its height is an estimate. */
const hintWidth = 320;
const hintHeight = 140;
/** The height on a phone, where buttons are larger. */
const tallHintHeight = 190;
/** How far the hint is to the right of the Start node, or below all nodes. */
const columnOffset = 260;
const rowGap = 24;

/**
 * Returns the area of the hint beside the Start node of a new graph, or below its nodes on a narrow canvas. Returns
 * `undefined` for any other graph.
 */
export const getNewGraphHintBox = (
  graph: GraphDetail | undefined,
  canvasWidth: number,
): CanvasBox | undefined => {
  const start = findStartOfNewGraph(graph);
  const extent = graph && findGraphExtent(graph, []);
  if (!start || !extent) return undefined;
  const { locationX, locationY } = start;
  if (canvasWidth >= narrowWidth)
    return { x: locationX + columnOffset, y: locationY, width: hintWidth, height: hintHeight };
  return {
    ...{ x: extent.bounds.x, y: extent.bounds.y + extent.bounds.height + rowGap },
    ...{ width: Math.min(hintWidth, canvasWidth - 2 * canvasPadding), height: tallHintHeight },
  };
};
