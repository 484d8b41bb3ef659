import { expect, it } from 'vitest';
import { encodePng } from './png.ts';
import { decodePng } from './testing-decode-png.ts';

/** Creates a gradient image in which all neighboring pixels and all neighboring lines differ. */
const createGradientImage = (width: number, height: number, alpha: (x: number) => number) => {
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    pixels.set([i * 7, i * 13, 255 - i, alpha(i % width)], i * 4);
  }
  return { width, height, pixels };
};

it.each([
  ['with alpha', 6, createGradientImage(17, 9, (x) => x * 15)],
  ['without', 2, createGradientImage(17, 9, () => 255)],
  ['of one pixel', 6, createGradientImage(1, 1, () => 0)],
])('an image %s is decoded unchanged', async (_, colorType, image) => {
  const png = await encodePng(image);
  expect(png[25]).toBe(colorType);
  expect(decodePng(png)).toEqual(image);
});

it('ends each chunk with the checksum that the format requires', async () => {
  const png = await encodePng(createGradientImage(1, 1, () => 255));
  // the last chunk is the same in all PNG files
  expect(png.subarray(-12)).toEqual(Buffer.from('0000000049454e44ae426082', 'hex'));
});

it('compresses uniform areas to few bytes', async () => {
  const pixels = new Uint8Array(640 * 360 * 4).fill(200);
  expect((await encodePng({ width: 640, height: 360, pixels })).length).toBeLessThan(2_000);
});
