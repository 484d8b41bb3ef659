import { decode as decodeJpeg } from 'jpeg-js';
import { AssetFileError, UnreadableAssetError } from '../asset-file-error.ts';
import { decodePng } from './decode-png.ts';
import { maxPixels } from './read-image.ts';
import { parsePng } from './parse-png.ts';
import type { AssetImage } from './read-image.ts';

/** Pixels in RGBA with 8 bits per channel, starting with the top row. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const decodePixels = ({ format, width, height, bytes }: AssetImage): Uint8Array => {
  if (format === 'png') return decodePng(parsePng(bytes));
  if (format === 'webp') {
    throw new AssetFileError('UNSUPPORTED', 'WebP pixels cannot be decoded; only PNG and JPEG can');
  }
  const decoded = decodeJpeg(bytes, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: maxPixels / 1e6,
    maxMemoryUsageInMB: 1024,
  });
  if (decoded.width !== width || decoded.height !== height) {
    throw new AssetFileError('DAMAGED', 'the JPEG header and its pixels have different sizes');
  }
  return decoded.data;
};

/**
 * Decodes an image. Decoding can take half a second, so call it in a worker thread or at startup.
 * @throws UnreadableAssetError when the pixels are damaged, or when the image is WebP
 */
export const decodeImage = (asset: string, image: AssetImage): Pixels => {
  try {
    return { width: image.width, height: image.height, data: decodePixels(image) };
  } catch (failure) {
    const error =
      failure instanceof AssetFileError
        ? failure
        : new AssetFileError('DAMAGED', `its pixels cannot be decoded (${String(failure)})`);
    throw new UnreadableAssetError(asset, error);
  }
};
