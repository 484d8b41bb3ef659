/** Joins still WebP images to an animation. Format: https://developers.google.com/speed/webp/docs/riff_container */

interface AnimationFrame {
  /** A still image in the WebP format, lossy and opaque. */
  readonly image: Uint8Array;
  /** The position of the frame's upper left corner in the animation, in even numbers of pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

interface AnimationSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Joins frames to an animation that repeats forever. Each frame is drawn over the previous ones.
 * @throws RangeError if an image is not a lossy WebP image
 */
export const createAnimatedWebp = (
  { width, height }: AnimationSize,
  frames: readonly AnimationFrame[],
): Uint8Array => {
  const animationFlag = 0b10;
  const header = createChunk('VP8X', [
    animationFlag,
    0,
    0,
    0,
    ...toUint24(width - 1),
    ...toUint24(height - 1),
  ]);
  const loopForever = createChunk('ANIM', [0, 0, 0, 0xff, 0, 0]);
  const body = Buffer.concat([header, loopForever, ...frames.map(createFrameChunk)]);
  return createChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), body]));
};

const createFrameChunk = ({ image, x, y, width, height, durationMs }: AnimationFrame): Buffer => {
  const withoutBlending = 0b10;
  const head = [x / 2, y / 2, width - 1, height - 1, durationMs].flatMap(toUint24);
  return createChunk('ANMF', Buffer.concat([Buffer.from([...head, withoutBlending]), findBitstream(image)]));
};

/** Returns the chunk of a still image that contains its pixels. */
const findBitstream = (image: Uint8Array): Buffer => {
  const bytes = Buffer.from(image);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'VP8 ') return bytes.subarray(at, end + (end % 2));
    at = end + (end % 2);
  }
  throw new RangeError('The image is not a lossy WebP image.');
};

const createChunk = (name: string, content: Uint8Array | readonly number[]): Buffer => {
  const bytes = Buffer.from(content as Uint8Array);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  return Buffer.concat([Buffer.from(name), size, bytes, Buffer.alloc(bytes.length % 2)]);
};

const toUint24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
