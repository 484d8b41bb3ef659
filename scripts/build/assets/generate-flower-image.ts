import { encode } from 'fast-png';

const imageSize = 64;

type Color = readonly [number, number, number];

/** Returns the color of a pixel: green stripes for stem and leaves on the left, petals above seeds on the right. */
const getColor = (x: number, y: number): Color => {
  const half = imageSize / 2;
  if (x < half) return (x + y) % 8 < 4 ? [58, 125, 44] : [76, 153, 58];
  if (y < half) return [250, 190 + Math.round((40 * y) / half), 30];
  const isSeed = (x % 8) ** 2 + (y % 8) ** 2 < 20;
  return isSeed ? [60, 36, 16] : [110, 68, 28];
};

/** Generates the flower's texture as a PNG file. */
export const generateFlowerImage = (): Uint8Array => {
  const data = new Uint8Array(imageSize * imageSize * 3);
  for (let i = 0; i < imageSize * imageSize; i += 1)
    data.set(getColor(i % imageSize, Math.floor(i / imageSize)), i * 3);
  return encode({ width: imageSize, height: imageSize, data, channels: 3, depth: 8 });
};
