import { type SharedPixels, type Texture, wrapping, type Wrapping } from './render-frame.ts';
import { linearFromSrgb, toSrgbByte } from './srgb.ts';

interface MipmapLevel {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Halves the size of an image. Each new pixel is the mean of four pixels, computed in linear light. */
const halveImage = ({ width, height, bytes }: MipmapLevel, srgb: boolean): MipmapLevel => {
  const half: MipmapLevel = {
    width: Math.max(1, width >> 1),
    height: Math.max(1, height >> 1),
    bytes: new Uint8Array(Math.max(1, width >> 1) * Math.max(1, height >> 1) * 4),
  };
  const light = (x: number, y: number, channel: number): number => {
    const byte = bytes[(Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4 + channel];
    return srgb && channel < 3 ? linearFromSrgb[byte] : byte / 255;
  };
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        const [x0, y0] = [x * 2, y * 2];
        const sum = light(x0, y0, channel) + light(x0 + 1, y0, channel);
        const mean = (sum + light(x0, y0 + 1, channel) + light(x0 + 1, y0 + 1, channel)) / 4;
        half.bytes[(y * half.width + x) * 4 + channel] =
          srgb && channel < 3 ? toSrgbByte(mean) : Math.round(mean * 255);
      }
    }
  }
  return half;
};

/** Creates an image's mipmap levels, from full size down to one pixel. */
const createMipmaps = (image: MipmapLevel, srgb: boolean): MipmapLevel[] => {
  const levels = [image];
  for (let last = image; last.width > 1 || last.height > 1; ) {
    last = halveImage(last, srgb);
    levels.push(last);
  }
  return levels;
};

/** Returns the RGBA pixels of an image. */
export type DecodePixels = (pixels: SharedPixels) => MipmapLevel;

/** Creates a cache that keeps mipmaps between pictures. */
export const createMipmapCache = (decode: DecodePixels) => {
  const caches = [
    new WeakMap<SharedPixels, MipmapLevel[]>(),
    new WeakMap<SharedPixels, MipmapLevel[]>(),
  ] as const;
  return (pixels: SharedPixels, srgb: boolean): readonly MipmapLevel[] => {
    const cached = caches[srgb ? 1 : 0].get(pixels);
    if (cached) return cached;
    const levels = createMipmaps(decode(pixels), srgb);
    caches[srgb ? 1 : 0].set(pixels, levels);
    return levels;
  };
};

const wrapCoordinate = (at: number, size: number, wrap: Wrapping): number => {
  if (at >= 0 && at < size) return at;
  if (wrap === wrapping.clamp) return at < 0 ? 0 : size - 1;
  const wrapped = ((at % size) + size) % size;
  if (wrap === wrapping.repeat) return wrapped;
  return Math.floor(at / size) % 2 === 0 ? wrapped : size - 1 - wrapped;
};

export interface Sampler {
  /** The last result: linear red, green and blue from 0 to 1, and opacity. */
  readonly color: Float64Array;
  /**
   * Samples the texture at u and v. The other parameters specify how u and v change from one pixel of the picture to the
   * next, which selects the mipmap level.
   * @param uAcross the change of u to the next pixel on the right
   * @param vAcross the change of v to the next pixel on the right
   * @param uDown the change of u to the next pixel below
   * @param vDown the change of v to the next pixel below
   */
  sample(u: number, v: number, uAcross: number, vAcross: number, uDown: number, vDown: number): void;
}

export const createSampler = (texture: Texture, levels: readonly MipmapLevel[]): Sampler => {
  const { transform: m, wrapU, wrapV, smooth, flipped, srgb } = texture;
  const { width, height } = levels[0];
  const color = new Float64Array(4);

  const add = (
    { width: w, height: h, bytes }: MipmapLevel,
    column: number,
    line: number,
    weight: number,
  ): void => {
    const y = wrapCoordinate(line, h, wrapV);
    const at = ((flipped ? h - 1 - y : y) * w + wrapCoordinate(column, w, wrapU)) * 4;
    for (let i = 0; i < 3; i += 1) {
      const byte = bytes[at + i];
      color[i] += weight * (srgb ? linearFromSrgb[byte] : byte / 255);
    }
    color[3] += (weight * bytes[at + 3]) / 255;
  };

  /** Returns the level whose pixels are about as large as the pixels of the picture. */
  const chooseLevel = (uAcross: number, vAcross: number, uDown: number, vDown: number): number => {
    const length = (u: number, v: number): number => {
      const x = (m[0] * u + m[2] * v) * width;
      const y = (m[1] * u + m[3] * v) * height;
      return x * x + y * y;
    };
    let squared = Math.max(length(uAcross, vAcross), length(uDown, vDown));
    let level = 0;
    // The level changes at the geometric mean of two adjacent sizes.
    while (squared > 2 && level < levels.length - 1) {
      squared /= 4;
      level += 1;
    }
    return level;
  };

  return {
    color,
    sample(rawU, rawV, uAcross, vAcross, uDown, vDown) {
      const level = levels[chooseLevel(uAcross, vAcross, uDown, vDown)];
      const x = (m[0] * rawU + m[2] * rawV + m[4]) * level.width;
      const y = (m[1] * rawU + m[3] * rawV + m[5]) * level.height;
      color.fill(0);
      if (!(smooth || level !== levels[0])) {
        add(level, Math.floor(x), Math.floor(y), 1);
        return;
      }
      const left = Math.floor(x - 0.5);
      const top = Math.floor(y - 0.5);
      const right = x - 0.5 - left;
      const below = y - 0.5 - top;
      add(level, left, top, (1 - right) * (1 - below));
      add(level, left + 1, top, right * (1 - below));
      add(level, left, top + 1, (1 - right) * below);
      add(level, left + 1, top + 1, right * below);
    },
  };
};
