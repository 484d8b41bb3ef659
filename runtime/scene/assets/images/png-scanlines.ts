/** Handles scanlines of PNG images: filters, interlacing passes and samples. */
import { AssetFileError } from '../asset-file-error.ts';

const paethPredictor = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/* biome-ignore-start lint/style/noNonNullAssertion: every index is within its row */

/** Predicts byte `i` of a row. The byte of the pixel to the left is `step` bytes before it. */
type Predictor = (line: Uint8Array, before: Uint8Array, i: number, step: number) => number;

const predictors: readonly Predictor[] = [
  () => 0,
  (line, _, i, step) => (i < step ? 0 : line[i - step]!),
  (_, before, i) => before[i]!,
  (line, before, i, step) => ((i < step ? 0 : line[i - step]!) + before[i]!) >> 1,
  (line, before, i, step) =>
    i < step ? before[i]! : paethPredictor(line[i - step]!, before[i]!, before[i - step]!),
];

/**
 * Reverses the filter of a row in place.
 * @param before the row above; zeros for the first row of a pass
 * @throws AssetFileError for an unknown filter
 */
export const unfilter = (filter: number, line: Uint8Array, before: Uint8Array, step: number): void => {
  if (filter === 0) return;
  const predict = predictors[filter];
  if (predict === undefined)
    throw new AssetFileError('DAMAGED', 'a row of the PNG image has an unknown filter');
  for (let i = 0; i < line.length; i += 1) line[i]! += predict(line, before, i, step);
};

/** Unpacks the samples of a row, so that each sample becomes one array element. */
export const readSamples = (line: Uint8Array, depth: number, count: number): Uint8Array | Uint16Array => {
  if (depth === 8) return line;
  const maxSample = 2 ** depth - 1;
  if (depth === 16)
    return Uint16Array.from({ length: count }, (_, i) => (line[i * 2]! << 8) | line[i * 2 + 1]!);
  return Uint8Array.from({ length: count }, (_, i) => {
    const bit = i * depth;
    return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & maxSample;
  });
};

/* biome-ignore-end lint/style/noNonNullAssertion: every index is within its row */

/** An interlacing pass. It contains every `dx`-th column starting at `x`, and every `dy`-th row starting at `y`. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const singlePass: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }];

/** The passes of Adam7 interlacing, as defined in the PNG specification. */
const adam7Passes: readonly Pass[] = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];

/** Returns the passes that contain pixels, with the number of columns and rows in each pass. */
export const listPasses = (image: {
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
}): (Pass & { readonly columns: number; readonly lines: number })[] =>
  (image.interlaced ? adam7Passes : singlePass)
    .map((pass) => ({
      ...pass,
      columns: Math.ceil((image.width - pass.x) / pass.dx),
      lines: Math.ceil((image.height - pass.y) / pass.dy),
    }))
    .filter(({ columns, lines }) => columns > 0 && lines > 0);
