import { MirroredRepeatWrapping, NearestFilter, RepeatWrapping, SRGBColorSpace } from 'three';
import { wrapping } from '../frame.ts';
import type { Texture as ThreeTexture, Wrapping as ThreeWrapping } from 'three';
import type { PixelsPiece, Texture, Wrapping } from '../frame.ts';

interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** An image whose pixels are there as RGBA; others cannot be drawn. */
const isImage = (image: unknown): image is Image => {
  const { width, height, data } = (image ?? {}) as Partial<Image>;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return false;
  return data.length > 0 && data.length === Number(width) * Number(height) * 4;
};

const wrappingOf = (mode: ThreeWrapping): Wrapping => {
  if (mode === RepeatWrapping) return wrapping.repeat;
  return mode === MirroredRepeatWrapping ? wrapping.mirror : wrapping.clamp;
};

/** How a texture lays its pixels, which have an index in the frame. */
export const describeTexture = (texture: ThreeTexture, pixels: number): Texture => {
  if (texture.matrixAutoUpdate) texture.updateMatrix();
  const [m0, m1, , m2, m3, , m4, m5] = texture.matrix.elements;
  return {
    pixels,
    wrapU: wrappingOf(texture.wrapS),
    wrapV: wrappingOf(texture.wrapT),
    smooth: texture.magFilter !== NearestFilter,
    flipped: texture.flipY,
    srgb: texture.colorSpace === SRGBColorSpace,
    transform: [m0, m1, m2, m3, m4, m5],
  };
};

/**
 * Keeps the pixels of textures as pieces that a thread can read. Pixels that change have to say so by `needsUpdate`.
 * @param nextSerial gives a number that no piece has.
 * @returns undefined for an image whose pixels are not there as RGBA bytes.
 */
export const createPixelsPieces = (nextSerial: () => number) => {
  const kept = new WeakMap<object, { readonly version: number; readonly piece: PixelsPiece }>();
  return ({ source }: ThreeTexture): PixelsPiece | undefined => {
    const image: unknown = source.data;
    if (!isImage(image)) return undefined;
    const found = kept.get(image.data);
    const { width, height, data } = image;
    if (found?.version === source.version && found.piece.width === width) return found.piece;
    const bytes = new Uint8Array(new SharedArrayBuffer(data.length));
    bytes.set(data);
    const piece = { serial: nextSerial(), width, height, bytes };
    kept.set(data, { version: source.version, piece });
    return piece;
  };
};
