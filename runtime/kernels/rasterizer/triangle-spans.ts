import type { TriangleList, VertexStore } from './triangle-buffers.ts';

/**
 * The samples that a triangle covers, row by row. Edges are always computed from their upper end, so that triangles
 * with a common edge leave no gap and share no sample.
 */
interface TriangleSpans {
  /** The range of sample rows that the triangle may cover. `lastRow` is exclusive. */
  firstRow: number;
  lastRow: number;
  /** The range of samples in the row that was last passed to `setRow`. `right` is exclusive. */
  left: number;
  right: number;
  /** The change of depth from one sample to the next sample on the right. */
  depthStep: number;
  /**
   * Selects a triangle.
   * @returns false when the triangle is too thin to draw
   */
  setTriangle(triangle: number): boolean;
  setRow(row: number): void;
  getDepthAt(column: number, row: number): number;
}

/** Twice the area of the smallest triangle to draw, measured in samples. */
const minTriangleArea = 1e-6;

/**
 * Creates spans for the triangles of a frame.
 * @param width the width of the screen in samples
 */
export const createTriangleSpans = (
  store: VertexStore,
  triangles: TriangleList,
  width: number,
): TriangleSpans => {
  const plane = { x: 0, y: 0, depth: 0, down: 0 };
  // The values are fields of an object rather than variables, because V8 would allocate a new number for each write to
  // a variable that closures share.
  const edges = {
    topX: 0,
    topY: 0,
    middleX: 0,
    middleY: 0,
    long: 0,
    upper: 0,
    lower: 0,
    middleIsRight: false,
  };

  const spans: TriangleSpans = {
    firstRow: 0,
    lastRow: 0,
    left: 0,
    right: 0,
    depthStep: 0,
    setTriangle(triangle) {
      const { x, y, depth } = store;
      let a = triangles.corners[triangle * 3];
      let b = triangles.corners[triangle * 3 + 1];
      let c = triangles.corners[triangle * 3 + 2];
      const toBX = x[b] - x[a];
      const toBY = y[b] - y[a];
      const toCX = x[c] - x[a];
      const toCY = y[c] - y[a];
      const area = toBX * toCY - toCX * toBY;
      if (!(Math.abs(area) > minTriangleArea)) return false;
      const toBDepth = depth[b] - depth[a];
      const toCDepth = depth[c] - depth[a];
      spans.depthStep = (toBDepth * toCY - toCDepth * toBY) / area;
      plane.down = (toCDepth * toBX - toBDepth * toCX) / area;
      plane.x = x[a];
      plane.y = y[a];
      plane.depth = depth[a];

      let swapped = a;
      if (y[b] < y[a]) {
        a = b;
        b = swapped;
      }
      if (y[c] < y[b]) {
        swapped = b;
        b = c;
        c = swapped;
      }
      if (y[b] < y[a]) {
        swapped = a;
        a = b;
        b = swapped;
      }
      edges.topX = x[a];
      edges.topY = y[a];
      edges.middleX = x[b];
      edges.middleY = y[b];
      edges.long = (x[c] - x[a]) / (y[c] - y[a]);
      edges.upper = (x[b] - x[a]) / (y[b] - y[a]);
      edges.lower = (x[c] - x[b]) / (y[c] - y[b]);
      edges.middleIsRight = x[b] > x[a] + (y[b] - y[a]) * edges.long;
      spans.firstRow = Math.ceil(y[a] - 0.5);
      spans.lastRow = Math.ceil(y[c] - 0.5);
      return true;
    },
    setRow(row) {
      const y = row + 0.5;
      const { topX, topY, middleX, middleY, middleIsRight } = edges;
      const long = topX + (y - topY) * edges.long;
      const short = y < middleY ? topX + (y - topY) * edges.upper : middleX + (y - middleY) * edges.lower;
      spans.left = Math.max(0, Math.ceil((middleIsRight ? long : short) - 0.5));
      spans.right = Math.min(width, Math.ceil((middleIsRight ? short : long) - 0.5));
    },
    getDepthAt: (column, row) =>
      plane.depth + (column + 0.5 - plane.x) * spans.depthStep + (row + 0.5 - plane.y) * plane.down,
  };
  return spans;
};
