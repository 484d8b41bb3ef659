/** A band of pixel rows that are drawn together. All bands reuse its memory. */
export interface Band {
  /** First row of samples. */
  firstRow: number;
  rows: number;
  /** Samples in a row. */
  readonly columns: number;
  /** Depth of the visible triangle at each sample; greater is nearer. */
  readonly depths: Float32Array;
  /** Index of the visible triangle at each sample plus one; 0 for the background. */
  readonly triangleIds: Int32Array;
}

/** @param columns @param rows of samples. */
export const createBand = (columns: number, rows: number): Band => ({
  firstRow: 0,
  rows,
  columns,
  depths: new Float32Array(columns * rows),
  triangleIds: new Int32Array(columns * rows),
});
