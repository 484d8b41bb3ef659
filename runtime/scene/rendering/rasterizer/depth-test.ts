// biome-ignore-all lint/style/noNonNullAssertion: indexes are within the band and the picture
import { createTriangleSpans } from './triangle-spans.ts';
import type { AssembledFrame } from './assemble-triangles.ts';
import type { Band } from './band.ts';
import type { SurfaceShader } from './surface-shader.ts';

/** Creates a function that rasterizes an opaque triangle into a band, and keeps the nearest triangle at each sample. */
export const createDepthTest = (
  band: Band,
  { store, triangles, parts }: AssembledFrame,
  shader: SurfaceShader,
) => {
  const { columns, depths, triangleIds } = band;
  const spans = createTriangleSpans(store, triangles, columns);

  const cover = (triangle: number, first: number, last: number): void => {
    for (let row = first; row < last; row += 1) {
      spans.setRow(row);
      const { left, right, depthStep } = spans;
      const start = (row - band.firstRow) * columns;
      let depth = spans.getDepthAt(left, row);
      for (let at = start + left; at < start + right; at += 1) {
        // The depth is rounded like the stored depth. Without this rounding, a depth could seem farther away than its
        // own stored value.
        const roundedDepth = Math.fround(depth);
        if (roundedDepth >= depths[at]!) {
          depths[at] = roundedDepth;
          triangleIds[at] = triangle + 1;
        }
        depth += depthStep;
      }
    }
  };

  /** Rasterizes surfaces with an alpha test, without a depth test, or without depth writes. */
  const coverWithSurfaceTests = (triangle: number, first: number, last: number): void => {
    shader.setTriangle(triangle);
    const { alphaTest, depthTest, depthWrite } = shader.part.surface;
    for (let row = first; row < last; row += 1) {
      spans.setRow(row);
      const start = (row - band.firstRow) * columns;
      for (let column = spans.left; column < spans.right; column += 1) {
        const depth = Math.fround(spans.getDepthAt(column, row));
        const at = start + column;
        if (depth < 0 || (depthTest && depth < depths[at]!)) continue;
        if (alphaTest > 0 && shader.getOpacityAt(column + 0.5, row + 0.5) < alphaTest) continue;
        if (depthWrite) depths[at] = depth;
        triangleIds[at] = triangle + 1;
      }
    }
  };

  return (triangle: number): void => {
    if (!spans.setTriangle(triangle)) return;
    const { alphaTest, depthTest, depthWrite } = parts[triangles.parts[triangle]!]!.surface;
    const first = Math.max(spans.firstRow, band.firstRow);
    const last = Math.min(spans.lastRow, band.firstRow + band.rows);
    const special = alphaTest > 0 || !depthTest || !depthWrite;
    if (special) coverWithSurfaceTests(triangle, first, last);
    else cover(triangle, first, last);
  };
};
