/** A band of sample rows that is rasterized at once. All bands share the same memory. */
export interface Band {
  /** The first row, in samples. */
  firstRow: number;
  rows: number;
  /** Samples per row. */
  readonly columns: number;
  /** The depth of the nearest triangle at each sample. Greater is nearer. */
  readonly depths: Float32Array;
  /** The index of the visible triangle at each sample, plus one; 0 for the background. */
  readonly triangleIds: Int32Array;
}

/** @param columns @param rows in samples */
export const createBand = (columns: number, rows: number): Band => ({
  firstRow: 0,
  rows,
  columns,
  depths: new Float32Array(columns * rows),
  triangleIds: new Int32Array(columns * rows),
});
