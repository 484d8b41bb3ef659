/** The lines of a PNG image: their filters, their passes, their samples. */
import { AssetFileError } from '../asset-file-error.ts';

const paethPredictor = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/* biome-ignore-start lint/style/noNonNullAssertion: every index lies within its line */

/** What a filter adds to byte `i` of a line; `step` bytes before it stands its left neighbour. */
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
 * Undoes the filter of a line in place.
 * @param before the line above it, of zeros for the first of a pass
 * @throws Refusal for a filter that there is not.
 */
export const unfilter = (filter: number, line: Uint8Array, before: Uint8Array, step: number): void => {
  if (filter === 0) return;
  const predict = predictors[filter];
  if (predict === undefined)
    throw new AssetFileError('DAMAGED', 'a line of the PNG image has an unknown filter');
  for (let i = 0; i < line.length; i += 1) line[i]! += predict(line, before, i, step);
};

/** The samples of a line, each as a number of its own. */
export const readSamples = (line: Uint8Array, depth: number, count: number): Uint8Array | Uint16Array => {
  if (depth === 8) return line;
  const most = 2 ** depth - 1;
  if (depth === 16)
    return Uint16Array.from({ length: count }, (_, i) => (line[i * 2]! << 8) | line[i * 2 + 1]!);
  return Uint8Array.from({ length: count }, (_, i) => {
    const bit = i * depth;
    return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & most;
  });
};

/* biome-ignore-end lint/style/noNonNullAssertion: every index lies within its line */

/** A pass over the image: every `dx`-th column from `x`, every `dy`-th line from `y`. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const singlePass: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }];

/** Adam7. */
const adam7Passes: readonly Pass[] = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];

/** The passes of an image that have pixels, with how many columns and lines each has. */
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
