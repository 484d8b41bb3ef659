// biome-ignore-all lint/style/noNonNullAssertion: the loops stay within the table, the image and its lines
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const compress = promisify(deflate);

/** Pixels from the top left, line by line; four bytes each: red, green, blue, alpha. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[i]!) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
};

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crcOf(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const isOpaque = (pixels: Uint8Array): boolean => {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return false;
  return true;
};

/** The pixels without alpha. */
const withoutAlpha = (pixels: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    bytes[to] = pixels[from]!;
    bytes[to + 1] = pixels[from + 1]!;
    bytes[to + 2] = pixels[from + 2]!;
  }
  return bytes;
};

const sameAsAbove = 2;

/** Each line as its differences from the line above it, after the number of that filter: even areas become zeros. */
const filtered = (bytes: Uint8Array, lineLength: number): Uint8Array => {
  const lines = bytes.length / lineLength;
  const result = new Uint8Array(bytes.length + lines);
  let to = 0;
  for (let from = 0; from < bytes.length; from += lineLength) {
    result[to] = sameAsAbove;
    to += 1;
    if (from === 0) result.set(bytes.subarray(0, lineLength), to);
    else
      for (let i = 0; i < lineLength; i += 1)
        result[to + i] = bytes[from + i]! - bytes[from + i - lineLength]!;
    to += lineLength;
  }
  return result;
};

/**
 * An image as a PNG file: eight bits a channel, RGB when nothing of it is transparent, else RGBA.
 * @param level how hard zlib tries, from 1 to 9.
 */
export const encodePng = async ({ width, height, pixels }: PixelImage, level = 6): Promise<Buffer> => {
  const opaque = isOpaque(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, opaque ? 2 : 6, 0, 0, 0], 8);
  const lines = opaque ? filtered(withoutAlpha(pixels), width * 3) : filtered(pixels, width * 4);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', await compress(lines, { level })),
    chunk('IEND', new Uint8Array()),
  ]);
};
