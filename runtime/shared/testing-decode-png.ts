import { inflateSync } from 'node:zlib';
import type { PixelImage } from '../kernels/png-rows.ts';

const undoFilter = 0;

/**
 * Decodes PNG files written by this project's encoder: one data chunk, RGB or RGBA, with the filters None or Up.
 * @throws Error for any other file
 */
export const decodePng = (png: Buffer): PixelImage => {
  if (!png.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')))
    throw new Error('This is not a PNG file.');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 2 ? 3 : 4;
  const start = png.indexOf('IDAT');
  const lines = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const lineLength = width * channels;
  if (lines.length !== height * (lineLength + 1))
    throw new Error('The size of the data chunk does not match the image.');
  const bytes = new Uint8Array(height * lineLength);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (lineLength + 1)];
    for (let i = 0; i < lineLength; i += 1) {
      const at = y * lineLength + i;
      const above = y === 0 || filter === undoFilter ? 0 : bytes[at - lineLength]!;
      bytes[at] = lines[y * (lineLength + 1) + 1 + i]! + above;
    }
  }
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) {
    pixels.set(bytes.subarray(i * channels, (i + 1) * channels), i * 4);
  }
  return { width, height, pixels };
};
