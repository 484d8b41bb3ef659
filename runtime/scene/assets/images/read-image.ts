/** Reads the format and size of images. The pixels are decoded only on demand (decode-image.ts). */
import { toUnreadableAssetError, AssetFileError } from '../asset-file-error.ts';
import { isJpeg, readJpegSize } from './read-jpeg-size.ts';
import { isPng, parsePng } from './parse-png.ts';
import { isWebp, readWebpSize } from './read-webp-size.ts';

export interface AssetImage {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  /** The encoded image file. */
  readonly bytes: Uint8Array;
}

/** Maximum number of pixels per image. An image of 4096 × 4096 pixels takes 64 MB when decoded. */
export const maxPixels = 4096 * 4096;

interface ImageFormat {
  readonly format: AssetImage['format'];
  matches(bytes: Uint8Array): boolean;
  readSize(bytes: Uint8Array): { readonly width: number; readonly height: number };
}

const imageFormats: readonly ImageFormat[] = [
  { format: 'png', matches: isPng, readSize: parsePng },
  { format: 'jpeg', matches: isJpeg, readSize: readJpegSize },
  { format: 'webp', matches: isWebp, readSize: readWebpSize },
];

/**
 * Detects the format of an image from its first bytes, and reads the image's size. The file name is not used.
 * @throws AssetFileError when the file is not an image, is cut off, or has more than `maxPixels` pixels
 */
export const detectImage = (bytes: Uint8Array): AssetImage => {
  const kind = imageFormats.find(({ matches }) => matches(bytes));
  if (kind === undefined) throw new AssetFileError('NOT_THIS_KIND', 'it is not a PNG, JPEG or WebP image');
  const { width, height } = kind.readSize(bytes);
  if (width * height > maxPixels) {
    throw new AssetFileError(
      'TOO_LARGE',
      `the image has ${width} × ${height} pixels; the limit is ${maxPixels}`,
      {
        width,
        height,
        limit: maxPixels,
      },
    );
  }
  return { format: kind.format, width, height, bytes };
};

/**
 * Reads the file of an image asset.
 * @throws UnreadableAssetError when the file is not an image, is cut off, or has more than `maxPixels` pixels
 */
export const readImage = (asset: string, bytes: Uint8Array): AssetImage => {
  try {
    return detectImage(bytes);
  } catch (failure) {
    throw toUnreadableAssetError(asset, failure);
  }
};
