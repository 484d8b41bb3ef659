/** Images as assets and as textures: their bytes and their sizes. Pixels are decoded by who needs them (decode.ts). */
import { toUnreadableAssetError, AssetFileError } from '../asset-file-error.ts';
import { isJpeg, readJpegSize } from './read-jpeg-size.ts';
import { isPng, parsePng } from './parse-png.ts';
import { isWebp, readWebpSize } from './read-webp-size.ts';

export interface AssetImage {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The file as it is. */
  readonly bytes: Uint8Array;
}

/** The most pixels of an image: those of 4096 × 4096. Decoded they take 64 MB. */
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
 * Tells format and size of an image by its first bytes, whatever its file is called.
 * @throws Refusal
 */
export const detectImage = (bytes: Uint8Array): AssetImage => {
  const kind = imageFormats.find(({ matches }) => matches(bytes));
  if (kind === undefined) throw new AssetFileError('NOT_THIS_KIND', 'it is no PNG, JPEG or WebP image');
  const { width, height } = kind.readSize(bytes);
  if (width * height > maxPixels) {
    throw new AssetFileError(
      'TOO_LARGE',
      `the image has ${width} × ${height} pixels of ${maxPixels} that it may have`,
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
 * @throws UnreadableAsset for what is no image, does not reach its end or has more than `mostPixels`.
 */
export const readImage = (asset: string, bytes: Uint8Array): AssetImage => {
  try {
    return detectImage(bytes);
  } catch (failure) {
    throw toUnreadableAssetError(asset, failure);
  }
};
