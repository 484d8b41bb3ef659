import { MirroredRepeatWrapping, NearestFilter, RepeatWrapping, SRGBColorSpace } from 'three';
import { wrapping } from '../render-frame.ts';
import type { Texture as ThreeTexture, Wrapping as ThreeWrapping } from 'three';
import type { AssetImage } from '../../assets/images/read-image.ts';
import type { SharedPixels, Texture, Wrapping } from '../render-frame.ts';

/** An image: either RGBA pixels or an encoded file. */
interface Image {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly file?: AssetImage['format'];
}

/** Returns the drawable form of an image; `undefined` for unsupported kinds. */
const findImage = (source: unknown): Image | undefined => {
  const { width, height, data, bytes, format } = (source ?? {}) as Partial<AssetImage> & { data?: unknown };
  const size = { width: Number(width), height: Number(height) };
  if (bytes instanceof Uint8Array && format !== undefined) return { ...size, bytes, file: format };
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const isComplete = data.length > 0 && data.length === size.width * size.height * 4;
  return isComplete ? { ...size, bytes: data } : undefined;
};

const toWrapping = (mode: ThreeWrapping): Wrapping => {
  if (mode === RepeatWrapping) return wrapping.repeat;
  return mode === MirroredRepeatWrapping ? wrapping.mirror : wrapping.clamp;
};

/**
 * Describes a texture.
 * @param pixels the index of the texture's pixels in the frame
 */
export const describeTexture = (texture: ThreeTexture, pixels: number): Texture => {
  if (texture.matrixAutoUpdate) texture.updateMatrix();
  const [m0, m1, , m2, m3, , m4, m5] = texture.matrix.elements;
  return {
    pixels,
    wrapU: toWrapping(texture.wrapS),
    wrapV: toWrapping(texture.wrapT),
    smooth: texture.magFilter !== NearestFilter,
    flipped: texture.flipY,
    srgb: texture.colorSpace === SRGBColorSpace,
    transform: [m0, m1, m2, m3, m4, m5],
  };
};

/**
 * Creates a function that caches the pixels of textures in a form that other threads can read. Code that changes pixels
 * must set the texture's `needsUpdate`.
 * @param nextSerial a function that returns a unique number
 * @returns a function that returns `undefined` for an image that is available neither as RGBA bytes nor as a file
 */
export const createPixelsCache = (nextSerial: () => number) => {
  const cache = new WeakMap<object, { readonly version: number; readonly resource: SharedPixels }>();
  return ({ source }: ThreeTexture): SharedPixels | undefined => {
    const image = findImage(source.data);
    if (!image) return undefined;
    const cached = cache.get(image.bytes);
    const { width, height, bytes: sourceBytes, file } = image;
    if (cached?.version === source.version && cached.resource.width === width) return cached.resource;
    const bytes = new Uint8Array(new SharedArrayBuffer(sourceBytes.length));
    bytes.set(sourceBytes);
    const resource = { serial: nextSerial(), width, height, bytes, ...(file && { file }) };
    cache.set(sourceBytes, { version: source.version, resource });
    return resource;
  };
};
