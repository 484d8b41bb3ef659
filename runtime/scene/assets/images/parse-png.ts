import { readLatin1, toDataView } from '../byte-views.ts';
import { AssetFileError } from '../asset-file-error.ts';

const signature = '\x89PNG\r\n\x1a\n';

/** The allowed bit depths, keyed by color type. */
const allowedBitDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The parts of a PNG file, in which the pixels are still compressed. */
export interface ParsedPng {
  readonly width: number;
  readonly height: number;
  /** Number of bits per sample. */
  readonly depth: number;
  /** Color type: 0 is grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly color: number;
  readonly interlaced: boolean;
  /** The colors of the palette, with three bytes per color. */
  readonly palette: Uint8Array | undefined;
  /** The alpha values of the palette colors, or the one color that is transparent. */
  readonly transparency: Uint8Array | undefined;
  readonly compressed: readonly Uint8Array[];
}

/**
 * Maximum number of chunks, which is sufficient for the largest image even if that image is split into small chunks.
 */
const maxChunks = 100_000;

export const isPng = (bytes: Uint8Array): boolean => readLatin1(bytes, 0, 8) === signature;

const readHeader = (
  data: Uint8Array,
): Pick<ParsedPng, 'width' | 'height' | 'depth' | 'color' | 'interlaced'> => {
  const view = toDataView(data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, color, compression, filter, interlace] = data.subarray(8);
  const isSupported =
    depth !== undefined &&
    color !== undefined &&
    allowedBitDepths[color]?.includes(depth) &&
    compression === 0 &&
    filter === 0 &&
    (interlace === 0 || interlace === 1);
  if (!isSupported || width === 0 || height === 0 || width > 2 ** 31 - 1 || height > 2 ** 31 - 1) {
    throw new AssetFileError('DAMAGED', 'the header of the PNG image is invalid');
  }
  return { width, height, depth, color, interlaced: interlace === 1 };
};

/**
 * Splits a PNG file into its parts.
 * @throws AssetFileError when the file is cut off or its header is invalid
 */
export const parsePng = (bytes: Uint8Array): ParsedPng => {
  const view = toDataView(bytes);
  let header: ReturnType<typeof readHeader> | undefined;
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  const compressed: Uint8Array[] = [];

  for (let at = 8, chunks = 0; at + 12 <= bytes.length && chunks < maxChunks; chunks += 1) {
    const length = view.getUint32(at);
    const type = readLatin1(bytes, at + 4, 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    if (at > bytes.length) break;
    if (header === undefined) {
      if (type !== 'IHDR' || length !== 13)
        throw new AssetFileError('DAMAGED', 'the PNG image has no header');
      header = readHeader(data);
    } else if (type === 'PLTE') palette = data;
    else if (type === 'tRNS') transparency = data;
    else if (type === 'IDAT') compressed.push(data);
    else if (type === 'IEND') return { ...header, palette, transparency, compressed };
  }
  throw new AssetFileError('DAMAGED', 'the PNG image is cut off');
};
