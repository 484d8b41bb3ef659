import { encode } from 'fast-png';

const size = 64;

type Colour = readonly [number, number, number];

/** Green stripes to the left, for stem and leaves; petals above and seeds below to the right. */
const colourAt = (x: number, y: number): Colour => {
  const half = size / 2;
  if (x < half) return (x + y) % 8 < 4 ? [58, 125, 44] : [76, 153, 58];
  if (y < half) return [250, 190 + Math.round((40 * y) / half), 30];
  const isSeed = (x % 8) ** 2 + (y % 8) ** 2 < 20;
  return isSeed ? [60, 36, 16] : [110, 68, 28];
};

/** What the flower is painted with, as a PNG file. */
export const flowerImage = (): Uint8Array => {
  const data = new Uint8Array(size * size * 3);
  for (let i = 0; i < size * size; i += 1) data.set(colourAt(i % size, Math.floor(i / size)), i * 3);
  return encode({ width: size, height: size, data, channels: 3, depth: 8 });
};
