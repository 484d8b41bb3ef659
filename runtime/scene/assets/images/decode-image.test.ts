import { decode as decodeByOther, encode } from 'fast-png';
import fc from 'fast-check';
import { encode as encodeJpeg } from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { decodeImage } from './decode-image.ts';
import { detectImage } from './read-image.ts';
import { createPng } from './testing-png.ts';

/** Decodes an image file and returns its RGBA pixels. */
const listPixels = (file: Uint8Array): number[][] => {
  const { width, height, data } = decodeImage('an image', detectImage(file));
  expect(data).toHaveLength(width * height * 4);
  return Array.from({ length: width * height }, (_, i) => [...data.subarray(i * 4, i * 4 + 4)]);
};

const createGreyPixel = (value: number, alpha = 255): number[] => [value, value, value, alpha];

describe('decoding a PNG image', () => {
  it('supports each color type', () => {
    const size = { width: 2, height: 1, depth: 8 };
    expect(listPixels(createPng({ ...size, color: 0 }, [[0, 7, 250]]))).toEqual([
      createGreyPixel(7),
      createGreyPixel(250),
    ]);
    expect(listPixels(createPng({ ...size, color: 4 }, [[0, 7, 1, 250, 2]]))).toEqual([
      createGreyPixel(7, 1),
      createGreyPixel(250, 2),
    ]);
    expect(listPixels(createPng({ ...size, color: 2 }, [[0, 1, 2, 3, 4, 5, 6]]))).toEqual([
      [1, 2, 3, 255],
      [4, 5, 6, 255],
    ]);
    expect(listPixels(createPng({ ...size, color: 6 }, [[0, 1, 2, 3, 4, 5, 6, 7, 8]]))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
    const palette = [10, 20, 30, 40, 50, 60];
    expect(listPixels(createPng({ ...size, color: 3, palette, transparency: [99] }, [[0, 1, 0]]))).toEqual([
      [40, 50, 60, 255],
      [10, 20, 30, 99],
    ]);
  });

  it('supports each bit depth', () => {
    const size = { width: 3, height: 1, color: 0 };
    expect(listPixels(createPng({ ...size, depth: 1 }, [[0, 0b01000000]]))).toEqual([
      createGreyPixel(0),
      createGreyPixel(255),
      createGreyPixel(0),
    ]);
    expect(listPixels(createPng({ ...size, depth: 2 }, [[0, 0b01101100]]))).toEqual([
      createGreyPixel(85),
      createGreyPixel(170),
      createGreyPixel(255),
    ]);
    expect(listPixels(createPng({ ...size, depth: 4 }, [[0, 0x1f, 0x80]]))).toEqual([
      createGreyPixel(17),
      createGreyPixel(255),
      createGreyPixel(136),
    ]);
    expect(listPixels(createPng({ ...size, depth: 16 }, [[0, 0x80, 0x80, 0xff, 0xff, 0, 0x7f]]))).toEqual([
      createGreyPixel(128),
      createGreyPixel(255),
      createGreyPixel(0),
    ]);
  });

  it('makes pixels of the transparent color clear, comparing all bits', () => {
    const size = { width: 2, height: 1 };
    const short = createPng({ ...size, depth: 8, color: 2, transparency: [0, 1, 0, 2, 0, 3] }, [
      [0, 1, 2, 3, 1, 2, 4],
    ]);
    expect(listPixels(short).map(([, , , alpha]) => alpha)).toEqual([0, 255]);
    const long = createPng({ ...size, depth: 16, color: 0, transparency: [9, 1] }, [[0, 9, 1, 9, 2]]);
    expect(listPixels(long)).toEqual([createGreyPixel(9, 0), createGreyPixel(9)]);
  });

  it('reverses each filter', () => {
    const lines = [
      [1, 10, 20, 30, 1, 1, 1],
      [2, 1, 1, 1, 2, 2, 2],
      [3, 5, 5, 5, 0, 0, 0],
      [4, 250, 0, 1, 2, 0, 0],
    ];
    const file = createPng({ width: 2, height: 4, depth: 8, color: 2 }, lines);
    expect(listPixels(file)).toEqual([
      [10, 20, 30, 255],
      [11, 21, 31, 255],
      [11, 21, 31, 255],
      [13, 23, 33, 255],
      [10, 15, 20, 255],
      [11, 19, 26, 255],
      [4, 15, 21, 255],
      [6, 19, 26, 255],
    ]);
  });

  it('supports interlacing', () => {
    // The interlacing passes of 3 × 3 pixels: the first pixel; an empty pass; (2, 0); (0, 2) and (2, 2); (1, 0) and (1,
    // 2); the middle row.
    const lines = [
      [0, 1],
      [0, 3],
      [0, 7, 9],
      [0, 2],
      [0, 8],
      [0, 4, 5, 6],
    ];
    const file = createPng({ width: 3, height: 3, depth: 8, color: 0, interlaced: true }, lines);
    expect(listPixels(file)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => createGreyPixel(value)));
  });

  it('agrees with another decoder', () => {
    const images = fc
      .record({
        width: fc.integer({ min: 1, max: 20 }),
        height: fc.integer({ min: 1, max: 20 }),
        color: fc.constantFrom(0, 2, 4, 6),
      })
      .chain((options) => {
        const samples = { 0: 1, 2: 3, 4: 2, 6: 4 }[options.color]!;
        const line = fc
          .tuple(
            fc.nat(4),
            fc.array(fc.nat(255), { minLength: options.width * samples, maxLength: options.width * samples }),
          )
          .map(([filter, bytes]) => [filter, ...bytes]);
        return fc.record({
          sort: fc.constant({ ...options, depth: 8 }),
          samples: fc.constant(samples),
          lines: fc.array(line, { minLength: options.height, maxLength: options.height }),
        });
      });
    fc.assert(
      fc.property(images, ({ sort: options, samples, lines }) => {
        const file = createPng(options, lines);
        const expected = decodeByOther(file, { checkCrc: false });
        const actual = listPixels(file).flatMap(
          ([r, g, b, a]) => ({ 1: [r], 2: [r, a], 3: [r, g, b], 4: [r, g, b, a] })[samples]!,
        );
        expect(actual).toEqual([...expected.data]);
      }),
    );
  });
});

describe('decoding a damaged image', () => {
  const size = { width: 2, height: 1, depth: 8, color: 0 };
  const missing = new Error('never');
  const damagedData = (file: Buffer): Buffer =>
    file.fill(0xff, file.indexOf('IDAT') + 6, file.indexOf('IDAT') + 8);

  it.each([
    ['fewer pixels than the header says', createPng({ ...size, height: 2 }, [[0, 1, 2]])],
    [
      'more pixels than the header says',
      createPng(size, [
        [0, 1, 2],
        [0, 3, 4],
      ]),
    ],
    [
      'ten million pixels in a small file',
      createPng(
        size,
        Array.from({ length: 1000 }, () => new Array<number>(10_000).fill(0)),
      ),
    ],
    ['a color outside the palette', createPng({ ...size, color: 3, palette: [1, 2, 3] }, [[0, 0, 1]])],
    ['palette indexes without a palette', createPng({ ...size, color: 3 }, [[0, 0, 0]])],
    ['an unknown filter', createPng(size, [[5, 1, 2]])],
    ['damaged compression', damagedData(createPng(size, [[0, 1, 2]]))],
  ])('rejects %s', (_, file) => {
    const decode = (): Error => {
      try {
        decodeImage('a.png', detectImage(file));
        return missing;
      } catch (failure) {
        return failure as Error;
      }
    };
    expect(decode()).toMatchObject({
      code: 'ACTION_FAILED',
      details: { asset: 'a.png', problem: 'DAMAGED' },
    });
  });

  it('rejects a damaged JPEG image and any WebP image', () => {
    const data = Uint8Array.from({ length: 16 * 16 * 4 }, (_, i) => i % 251);
    const jpeg = encodeJpeg({ width: 16, height: 16, data }).data;
    jpeg.fill(0x55, 30, jpeg.length - 200);
    const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
    const garbage = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      frame,
      Buffer.alloc(40, 7),
      Buffer.from([0xff, 0xd9]),
    ]);
    for (const [name, bytes, problem] of [
      ['b.jpg', garbage, 'DAMAGED'],
      [
        'c.webp',
        Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x07\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'),
        'UNSUPPORTED',
      ],
    ] as const) {
      expect(() => decodeImage(name, detectImage(bytes))).toThrow(
        expect.objectContaining({ details: { asset: name, problem } }),
      );
    }
  });
});

describe('decoding a JPEG image', () => {
  it('yields approximately the original pixels', () => {
    const data = Uint8Array.from({ length: 16 * 8 * 4 }, (_, i) => [200, 100, 50, 255][i % 4]!);
    const file = encodeJpeg({ width: 16, height: 8, data }, 95).data;
    const pixels = listPixels(file);
    expect(pixels).toHaveLength(128);
    for (const pixel of pixels) {
      for (const [i, value] of [200, 100, 50, 255].entries())
        expect(Math.abs(pixel[i]! - value)).toBeLessThan(4);
    }
  });
});

it('decodes images of another encoder', () => {
  const data = Uint8Array.from({ length: 5 * 7 * 3 }, (_, i) => (i * 37) % 256);
  const file = encode({ width: 5, height: 7, data, channels: 3, depth: 8 });
  expect(listPixels(file).flatMap((pixel) => pixel.slice(0, 3))).toEqual([...data]);
});
