/** Some lines of pixels that are drawn together, with the same memory for one after the other. */
export interface Band {
  /** First row of samples. */
  firstRow: number;
  rows: number;
  /** Samples in a row. */
  readonly columns: number;
  /** Of what is seen at each sample; greater is nearer. */
  readonly depths: Float32Array;
  /** One more than the triangle that is seen at a sample, 0 for the background. */
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
