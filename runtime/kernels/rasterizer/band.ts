/**
 * The number of samples along each edge of a pixel. The resulting four samples per pixel smooth the edges of triangles.
 */
export const samplesPerEdge = 2;
export const samplesPerPixel = samplesPerEdge * samplesPerEdge;

/** A band of sample rows that is rasterized as a unit. All bands share the same memory. */
export interface Band {
  /** The index of the first sample row. */
  firstRow: number;
  rows: number;
  /** The number of samples per row. */
  readonly columns: number;
  /** The depth of the nearest triangle at each sample. A greater depth is nearer. */
  readonly depths: Float32Array;
  /** The index of the visible triangle at each sample, plus one; 0 for the background. */
  readonly triangleIds: Int32Array;
}

/**
 * Creates a band.
 * @param columns the number of samples per row
 * @param rows the number of sample rows
 */
export const createBand = (columns: number, rows: number): Band => ({
  firstRow: 0,
  rows,
  columns,
  depths: new Float32Array(columns * rows),
  triangleIds: new Int32Array(columns * rows),
});
