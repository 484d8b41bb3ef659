/** A point on the canvas, or in the window. */
export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** The area that a node covers. */
export interface CanvasBox extends CanvasPoint, CanvasSize {}
