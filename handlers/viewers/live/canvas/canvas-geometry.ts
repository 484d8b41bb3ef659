/** A point on the canvas, or in the window. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** The area that one or more nodes cover. */
export interface CanvasBox extends CanvasPoint, CanvasSize {}

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
