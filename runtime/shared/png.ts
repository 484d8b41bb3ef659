// biome-ignore-all lint/style/noNonNullAssertion: the loops stay within the table, the image and its lines
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const compress = promisify(deflate);

/**
 * The pixels of an image, line by line from the top left. Each pixel consists of four bytes: red, green, blue and
 * alpha.
 */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

const computeCrc = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) crc = (crc >>> 8) ^ crcTable[(crc ^ bytes[i]!) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
};

const encodeChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(computeCrc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const isOpaque = (pixels: Uint8Array): boolean => {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return false;
  return true;
};

const upFilter = 2;

/**
 * Applies the PNG filter Up: each line consists of the filter's number and the differences from the line above. Areas
 * of a single color become zeros.
 * @param channels number of channels per pixel: 3 without alpha, 4 with alpha
 */
const applyUpFilter = ({ width, height, pixels }: PixelImage, channels: 3 | 4): Uint8Array => {
  const result = new Uint8Array(height * (width * channels + 1));
  const line = width * 4;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    result[to] = upFilter;
    to += 1;
    for (let from = y * line; from < (y + 1) * line; from += 4) {
      for (let i = from; i < from + channels; i += 1) {
        result[to] = y === 0 ? pixels[i]! : pixels[i]! - pixels[i - line]!;
        to += 1;
      }
    }
  }
  return result;
};

/**
 * Encodes an image as PNG with eight bits per channel: as RGB if the image is opaque, otherwise as RGBA.
 * @param level compression level of zlib, from 1 to 9
 */
export const encodePng = async (image: PixelImage, level = 6): Promise<Buffer> => {
  const { width, height } = image;
  const opaque = isOpaque(image.pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, opaque ? 2 : 6, 0, 0, 0], 8);
  const lines = applyUpFilter(image, opaque ? 3 : 4);
  return Buffer.concat([
    pngSignature,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', await compress(lines, { level })),
    encodeChunk('IEND', new Uint8Array()),
  ]);
};
