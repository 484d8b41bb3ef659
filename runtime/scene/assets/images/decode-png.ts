import { inflateSync } from 'node:zlib';
import { AssetFileError } from '../asset-file-error.ts';
import { toDataView } from '../byte-views.ts';
import { listPasses, readSamples, unfilter } from './png-scanlines.ts';
import type { ParsedPng } from './parse-png.ts';

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
    // Told below.
  }
  throw new AssetFileError('DAMAGED', 'the pixels of the PNG image do not match its header');
};

/**
 * Decodes a PNG image to RGBA with 8 bits per channel, starting with the top row.
 * @throws AssetFileError when the pixels are damaged
 */
export const decodePng = (parts: ParsedPng): Uint8Array => {
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
      unfilter(packed[at] ?? 0, line, before, step);
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
