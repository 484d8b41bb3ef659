/** Loops over the bytes of PNG images. */

/**
 * The pixels of an image, line by line from the top left. Each pixel consists of four bytes: red, green, blue and
 * alpha.
 */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export const computeCrc = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[i]) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
};

const upFilter = 2;

/**
 * Applies the PNG filter Up: each line consists of the filter's number and the differences from the line above. Areas
 * of a single color become zeros.
 * @param channels number of channels per pixel: 3 without alpha, 4 with alpha
 */
export const applyUpFilter = ({ width, height, pixels }: PixelImage, channels: 3 | 4): Uint8Array => {
  const result = new Uint8Array(height * (width * channels + 1));
  const line = width * 4;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    result[to] = upFilter;
    to += 1;
    for (let from = y * line; from < (y + 1) * line; from += 4) {
      for (let i = from; i < from + channels; i += 1) {
        result[to] = y === 0 ? pixels[i] : pixels[i] - pixels[i - line];
        to += 1;
      }
    }
  }
  return result;
};

const paethPredictor = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/** Predicts byte `i` of a row. The byte of the pixel to the left is `step` bytes before it. */
type Predictor = (line: Uint8Array, before: Uint8Array, i: number, step: number) => number;

const predictors: readonly Predictor[] = [
  () => 0,
  (line, _, i, step) => (i < step ? 0 : line[i - step]),
  (_, before, i) => before[i],
  (line, before, i, step) => ((i < step ? 0 : line[i - step]) + before[i]) >> 1,
  (line, before, i, step) =>
    i < step ? before[i] : paethPredictor(line[i - step], before[i], before[i - step]),
];

/**
 * Reverses the filter of a row in place.
 * @param before the row above; zeros for the first row of a pass
 * @returns whether there is such a filter
 */
export const reverseFilter = (
  filter: number,
  line: Uint8Array,
  before: Uint8Array,
  step: number,
): boolean => {
  const predict = predictors.at(filter);
  if (filter !== 0 && predict)
    for (let i = 0; i < line.length; i += 1) line[i] += predict(line, before, i, step);
  return predict !== undefined;
};

/** Unpacks the samples of a row, so that each sample becomes one array element. */
export const readSamples = (line: Uint8Array, depth: number, count: number): Uint8Array | Uint16Array => {
  if (depth === 8) return line;
  const maxSample = 2 ** depth - 1;
  if (depth === 16)
    return Uint16Array.from({ length: count }, (_, i) => (line[i * 2] << 8) | line[i * 2 + 1]);
  return Uint8Array.from({ length: count }, (_, i) => {
    const bit = i * depth;
    return (line[bit >> 3] >> (8 - depth - (bit & 7))) & maxSample;
  });
};
