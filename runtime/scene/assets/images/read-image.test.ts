import { encode as encodeJpeg } from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { readImage } from './read-image.ts';
import { createPng } from './testing-png.ts';

const png = createPng({ width: 3, height: 2, depth: 8, color: 0 }, [
  [0, 1, 2, 3],
  [0, 4, 5, 6],
]);
const jpeg = encodeJpeg({ width: 20, height: 10, data: new Uint8Array(20 * 10 * 4) }).data;

/** Creates the header of a WebP image in any of the three formats. */
const createWebp = (chunk: string, head: readonly number[]): Buffer => {
  const file = Buffer.alloc(34);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(26, 4);
  file.write(`WEBP${chunk}`, 8, 'latin1');
  file.writeUInt32LE(14, 16);
  file.set(head, 20);
  return file;
};
const canvas = createWebp('VP8X', [0, 0, 0, 0, 0x1f, 0x03, 0, 0x57, 0x02, 0]);
const lossless = createWebp('VP8L', [0x2f, 0x1f, 0xc3, 0x95, 0]);
const lossy = createWebp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02]);

describe('readImage', () => {
  it.each([
    ['png', 3, 2, png],
    ['jpeg', 20, 10, jpeg],
    // An image from a camera contains an embedded thumbnail, which has a size of its own.
    [
      'jpeg',
      20,
      10,
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xe1, 0, 8, 0xff, 0xc0, 0, 1, 0, 1]),
        jpeg.subarray(2),
      ]),
    ],
    // Tables may precede the frame. Their markers are in the same range as frame markers.
    [
      'jpeg',
      20,
      10,
      Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xc4, 0, 10, 8, 0, 1, 0, 1, 0, 0, 0]),
        jpeg.subarray(2),
      ]),
    ],
    ['jpeg', 20, 10, Buffer.concat([jpeg, Buffer.from('appended')])],
    ['webp', 800, 600, canvas],
    ['webp', 800, 600, lossless],
    ['webp', 800, 600, lossy],
  ] as const)('detects format and size: %s %i × %i', (format, width, height, bytes) => {
    expect(readImage('anything.dat', bytes)).toEqual({ format, width, height, bytes });
  });

  it.each([
    ['nothing', new Uint8Array(), 'NOT_THIS_KIND'],
    ['a text', Buffer.from('a text instead of a GIF'), 'NOT_THIS_KIND'],
    ['half a PNG', png.subarray(0, png.length >> 1), 'DAMAGED'],
    ['a PNG without its last byte', png.subarray(0, -1), 'DAMAGED'],
    ['only the signature of a PNG', png.subarray(0, 8), 'DAMAGED'],
    ['a PNG whose header is not first', Buffer.concat([png.subarray(0, 8), png.subarray(33)]), 'DAMAGED'],
    [
      'a PNG with a million empty chunks',
      Buffer.concat([png.subarray(0, 33), Buffer.alloc(12e6)]),
      'DAMAGED',
    ],
    ['a PNG with a width of 0', Buffer.from(png).fill(0, 16, 20), 'DAMAGED'],
    ['a PNG with an unknown color type', Buffer.from(png).fill(5, 25, 26), 'DAMAGED'],
    [
      'a PNG with a bit depth that its color type does not allow',
      Buffer.from(png).fill(7, 24, 25),
      'DAMAGED',
    ],
    ['a PNG with far too many pixels', Buffer.from(png).fill(0x7f, 16, 24), 'TOO_LARGE'],
    [
      'a PNG with one pixel too many',
      Buffer.from(png).fill(Buffer.from([0, 0, 16, 0, 0, 0, 16, 1]), 16, 24),
      'TOO_LARGE',
    ],
    ['half a JPEG', jpeg.subarray(0, jpeg.length >> 1), 'DAMAGED'],
    ['a JPEG without its last byte', jpeg.subarray(0, -1), 'DAMAGED'],
    ['a JPEG of garbage', Buffer.concat([jpeg.subarray(0, 3), Buffer.alloc(500, 7)]), 'DAMAGED'],
    ['a JPEG of only fill bytes', Buffer.alloc(500, 0xff).fill(0xd8, 1, 2), 'DAMAGED'],
    ['a WebP that is cut off', canvas.subarray(0, 33), 'DAMAGED'],
    ['a WebP with an unknown chunk', createWebp('VP9 ', []), 'DAMAGED'],
    ['a lossless WebP without its signature', createWebp('VP8L', [0, 0x1f]), 'DAMAGED'],
    ['a lossy WebP without its start code', createWebp('VP8 ', [0, 0, 0, 1, 2, 3]), 'DAMAGED'],
  ])('rejects %s', (_, bytes, problem) => {
    expect(() => readImage('picture.png', bytes)).toThrow(
      expect.objectContaining({
        code: 'ACTION_FAILED',
        reason: expect.stringMatching(/^The asset 'picture\.png' cannot be read: .{10,}\.$/),
        details: expect.objectContaining({ asset: 'picture.png', problem }),
      }),
    );
  });
});
