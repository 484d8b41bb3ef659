/** Builds PNG files for tests, with every color type, bit depth and filter. */
import { deflateSync } from 'node:zlib';

interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly color: number;
  readonly interlaced?: boolean;
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
}

const createChunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The CRC is left at zero, because our parser doesn't check it.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

/** Builds a PNG file from uncompressed rows. The first byte of each row is the number of the row's filter. */
export const createPng = (options: PngOptions, lines: readonly (readonly number[])[]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(options.width);
  header.writeUInt32BE(options.height, 4);
  header.set([options.depth, options.color, 0, 0, options.interlaced ? 1 : 0], 8);
  const packed = deflateSync(Uint8Array.from(lines.flat()));
  const half = packed.length >> 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createChunk('IHDR', header),
    ...(options.palette ? [createChunk('PLTE', Uint8Array.from(options.palette))] : []),
    ...(options.transparency ? [createChunk('tRNS', Uint8Array.from(options.transparency))] : []),
    createChunk('tEXt', Buffer.from('by hand')),
    // The compressed pixels may be split into any number of chunks.
    createChunk('IDAT', packed.subarray(0, half)),
    createChunk('IDAT', packed.subarray(half)),
    createChunk('IEND', new Uint8Array()),
  ]);
};
