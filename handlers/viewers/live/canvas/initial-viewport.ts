import type { CanvasBox, CanvasPoint, CanvasSize } from './canvas-geometry.ts';

interface Viewport extends CanvasPoint {
  readonly zoom: number;
}

/** The zoom levels between which a graph is opened, so that its text can be read. */
const maxInitialZoom = 1;
const minInitialZoom = 0.8;
/** On a narrower canvas, such as that of a phone, a graph has its own size. */
export const narrowWidth = 560;
/** The space between the graph and the edges of the canvas, in pixels. */
export const canvasPadding = 16;

/**
 * Returns the viewport with which a graph is opened: all of it in the middle if it can be read. Otherwise the upper left
 * corner of the graph, or of the nodes at which it starts if they would not be in view.
 * @param bounds of everything in the graph
 * @param entry the bounds of the nodes at which the graph starts, or of one of them
 */
export const getInitialViewport = (
  bounds: CanvasBox,
  entry: CanvasBox,
  { width, height }: CanvasSize,
): Viewport => {
  const zoom = Math.max(
    width < narrowWidth ? maxInitialZoom : minInitialZoom,
    Math.min(
      maxInitialZoom,
      (height - 2 * canvasPadding) / bounds.height,
      (width - 2 * canvasPadding) / bounds.width,
    ),
  );
  const align = (start: number, end: number, entryStart: number, entryEnd: number, size: number): number => {
    const room = size - 2 * canvasPadding;
    if ((end - start) * zoom <= room) return (size - (end + start) * zoom) / 2;
    return canvasPadding - ((entryEnd - start) * zoom <= room ? start : entryStart) * zoom;
  };
  return {
    x: align(bounds.x, bounds.x + bounds.width, entry.x, entry.x + entry.width, width),
    y: align(bounds.y, bounds.y + bounds.height, entry.y, entry.y + entry.height, height),
    zoom,
  };
};

/** How much of a node has to be visible in each direction, in pixels. */
const minVisibleLength = 24;

/** Whether enough of an area is visible on a canvas for a user to notice it. */
export const isInView = (
  box: CanvasBox,
  { x, y, zoom }: Viewport,
  { width, height }: CanvasSize,
): boolean => {
  const isVisible = (start: number, length: number, size: number): boolean =>
    Math.min(start + length, size) - Math.max(start, 0) >= Math.min(minVisibleLength, length);
  return (
    isVisible(box.x * zoom + x, box.width * zoom, width) &&
    isVisible(box.y * zoom + y, box.height * zoom, height)
  );
};
