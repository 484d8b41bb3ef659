// biome-ignore-all lint/style/noNonNullAssertion: arrays are sized by counting bands and triangles first
import type { AssembledFrame } from './assemble-triangles.ts';

/** The triangles that overlap each band, in drawing order. */
interface TriangleBins {
  /**
   * Returns the indices of the triangles that overlap a band.
   * @param band the index of the band
   */
  getTriangles(band: number): Int32Array;
}

/**
 * Assigns triangles to the bands that they overlap.
 * @param rows the number of sample rows per band
 * @param count the number of bands
 */
export const binTriangles = (
  { store, triangles }: AssembledFrame,
  rows: number,
  count: number,
): TriangleBins => {
  const ends = new Uint32Array(count + 1);
  const first = new Int32Array(triangles.count);
  const last = new Int32Array(triangles.count);
  const { y } = store;
  for (let i = 0; i < triangles.count; i += 1) {
    const a = y[triangles.corners[i * 3]!]!;
    const b = y[triangles.corners[i * 3 + 1]!]!;
    const c = y[triangles.corners[i * 3 + 2]!]!;
    const firstRow = Math.ceil(Math.min(a, b, c) - 0.5);
    const lastRow = Math.ceil(Math.max(a, b, c) - 0.5) - 1;
    // Triangles that cover no row, or have no finite height, are skipped.
    const isVisible = lastRow >= firstRow && firstRow < rows * count && lastRow >= 0;
    first[i] = isVisible ? Math.max(0, Math.floor(firstRow / rows)) : 0;
    last[i] = isVisible ? Math.min(count - 1, Math.floor(lastRow / rows)) : -1;
    for (let band = first[i]!; band <= last[i]!; band += 1) ends[band + 1]! += 1;
  }
  for (let band = 0; band < count; band += 1) ends[band + 1]! += ends[band]!;
  const starts = ends.slice();
  const filled = new Int32Array(ends[count]!);
  for (let i = 0; i < triangles.count; i += 1) {
    for (let band = first[i]!; band <= last[i]!; band += 1) {
      filled[starts[band]!] = i;
      starts[band]! += 1;
    }
  }
  return { getTriangles: (band) => filled.subarray(ends[band]!, ends[band + 1]!) };
};
