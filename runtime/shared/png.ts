import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { applyUpFilter, computeCrc, type PixelImage } from '../kernels/png-rows.ts';

const compress = promisify(deflate);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

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
