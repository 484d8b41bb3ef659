import { inflateSync } from 'node:zlib';
import { decode as decodeJpeg } from 'jpeg-js';
import { readSamples, reverseFilter } from '../../../kernels/png-rows.ts';
import { AssetFileError, UnreadableAssetError } from '../asset-file-error.ts';
import { toDataView } from '../byte-views.ts';
import { type ParsedPng, parsePng } from './parse-png.ts';
import { type AssetImage, maxPixels } from './read-image.ts';

/** Pixels in RGBA with 8 bits per channel, starting with the top row. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const decodePixels = ({ format, width, height, bytes }: AssetImage): Uint8Array => {
  if (format === 'png') return decodePng(parsePng(bytes));
  if (format === 'webp') {
    throw new AssetFileError('UNSUPPORTED', 'WebP pixels cannot be decoded; only PNG and JPEG can');
  }
  const decoded = decodeJpeg(bytes, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: maxPixels / 1e6,
    maxMemoryUsageInMB: 1024,
  });
  if (decoded.width !== width || decoded.height !== height) {
    throw new AssetFileError('DAMAGED', 'the JPEG header and its pixels have different sizes');
  }
  return decoded.data;
};

/**
 * Decodes an image. Decoding can take half a second, so call it in a worker thread or at startup.
 * @throws UnreadableAssetError when the pixels are damaged, or when the image is WebP
 */
export const decodeImage = (asset: string, image: AssetImage): Pixels => {
  try {
    return { width: image.width, height: image.height, data: decodePixels(image) };
  } catch (failure) {
    const error =
      failure instanceof AssetFileError
        ? failure
        : new AssetFileError('DAMAGED', `its pixels cannot be decoded (${String(failure)})`);
    throw new UnreadableAssetError(asset, error);
  }
};

/** Number of samples per pixel, keyed by color type. */
const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Writes one pixel. The pixel's samples start at index `from` of `samples`, and its bytes are written to `data` from
 * index `to` on.
 */
type WritePixel = (samples: Uint8Array | Uint16Array, from: number, data: Uint8Array, to: number) => void;

/* biome-ignore-start lint/style/noNonNullAssertion: every index is within its row */

const createPaletteWriter = ({ palette = new Uint8Array(), transparency }: ParsedPng): WritePixel => {
  const colors = Math.floor(palette.length / 3);
  return (samples, from, data, to) => {
    const entry = samples[from]!;
    if (entry >= colors) {
      throw new AssetFileError('DAMAGED', 'a pixel of the PNG image uses a color outside its palette');
    }
    for (let i = 0; i < 3; i += 1) data[to + i] = palette[entry * 3 + i]!;
    data[to + 3] = transparency?.[entry] ?? 255;
  };
};

/**
 * Creates a function that writes grey or RGB pixels, with or without alpha. Pixels of the transparent color are written
 * with alpha 0.
 */
const createSampleWriter = ({ color, depth, transparency }: ParsedPng): WritePixel => {
  const scale = 255 / (2 ** depth - 1);
  const isGrey = color === 0 || color === 4;
  const alphaAt = color === 4 ? 1 : color === 6 ? 3 : undefined;
  const colors = isGrey ? 1 : 3;
  const clear =
    transparency !== undefined && transparency.length >= colors * 2
      ? Array.from({ length: colors }, (_, i) => toDataView(transparency).getUint16(i * 2))
      : undefined;
  const isClear = (samples: Uint8Array | Uint16Array, from: number): boolean =>
    clear?.every((value, i) => samples[from + i] === value) ?? false;

  return (samples, from, data, to) => {
    for (let i = 0; i < 3; i += 1) data[to + i] = Math.round(samples[from + (isGrey ? 0 : i)]! * scale);
    if (alphaAt !== undefined) data[to + 3] = Math.round(samples[from + alphaAt]! * scale);
    else data[to + 3] = clear !== undefined && isClear(samples, from) ? 0 : 255;
  };
};

/* biome-ignore-end lint/style/noNonNullAssertion: every index is within its row */

const inflate = (compressed: readonly Uint8Array[], length: number): Uint8Array => {
  try {
    // The limit allows only as much memory as the pixels need, regardless of what the file claims.
    const lines = inflateSync(Buffer.concat(compressed), { maxOutputLength: length + 1 });
    if (lines.length === length) return lines;
  } catch {
    // Reported below, as for pixels of another length.
  }
  throw new AssetFileError('DAMAGED', 'the pixels of the PNG image do not match its header');
};

/**
 * Decodes a PNG image to RGBA with 8 bits per channel, starting with the top row.
 * @throws AssetFileError when the pixels are damaged
 */
const decodePng = (parts: ParsedPng): Uint8Array => {
  const { width, height, depth, color } = parts;
  const samples = samplesPerPixel[color] ?? 1;
  const bytesIn = (columns: number): number => Math.ceil((columns * samples * depth) / 8);
  const passes = listPasses(parts);
  const length = passes.reduce((sum, { columns, lines }) => sum + lines * (1 + bytesIn(columns)), 0);
  const packed = inflate(parts.compressed, length);
  const writePixel = color === 3 ? createPaletteWriter(parts) : createSampleWriter(parts);
  const step = Math.max(1, (samples * depth) >> 3);
  const data = new Uint8Array(width * height * 4);

  let at = 0;
  for (const { x, y, dx, dy, columns, lines } of passes) {
    let before: Uint8Array = new Uint8Array(bytesIn(columns));
    for (let row = 0; row < lines; row += 1) {
      const line = packed.subarray(at + 1, at + 1 + bytesIn(columns));
      if (!reverseFilter(packed[at] ?? 0, line, before, step))
        throw new AssetFileError('DAMAGED', 'a row of the PNG image has an unknown filter');
      const values = readSamples(line, depth, columns * samples);
      for (let column = 0; column < columns; column += 1) {
        writePixel(values, column * samples, data, ((y + row * dy) * width + x + column * dx) * 4);
      }
      before = line;
      at += 1 + line.length;
    }
  }
  return data;
};

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
const listPasses = (image: {
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
