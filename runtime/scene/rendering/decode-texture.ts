import { ApiError } from '#spec/errors.ts';
import { decodeImage } from '../assets/images/decode-image.ts';
import type { DecodePixels } from '../../kernels/rasterizer/texture-sampler.ts';

/**
 * Decodes the file of a texture, if it has one. An image that can't be decoded becomes a white pixel, as if the surface
 * had no texture.
 */
export const decodeTexture: DecodePixels = (pixels) => {
  const { width, height, bytes, file: format } = pixels;
  if (!format) return pixels;
  try {
    // The bytes are copied, since decoders don't accept shared memory.
    const image = { format, width, height, bytes: new Uint8Array(bytes) };
    return { width, height, bytes: decodeImage('texture', image).data };
  } catch (failure) {
    if (failure instanceof ApiError)
      return { width: 1, height: 1, bytes: new Uint8Array([255, 255, 255, 255]) };
    throw failure;
  }
};
