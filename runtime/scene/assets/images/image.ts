/** Images as assets and as textures: their bytes and their sizes. Pixels are decoded by who needs them (decode.ts). */
import { asFaultOf, Refusal } from '../refusal.ts';
import { isJpeg, jpegSize } from './jpeg-size.ts';
import { isPng, readPngParts } from './png-parts.ts';
import { isWebp, webpSize } from './webp-size.ts';

export interface AssetImage {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The file as it is. */
  readonly bytes: Uint8Array;
}

/** The most pixels of an image: those of 4096 × 4096. Decoded they take 64 MB. */
export const mostPixels = 4096 * 4096;

interface ImageKind {
  readonly format: AssetImage['format'];
  is(bytes: Uint8Array): boolean;
  size(bytes: Uint8Array): { readonly width: number; readonly height: number };
}

const kinds: readonly ImageKind[] = [
  { format: 'png', is: isPng, size: readPngParts },
  { format: 'jpeg', is: isJpeg, size: jpegSize },
  { format: 'webp', is: isWebp, size: webpSize },
];

/**
 * Tells format and size of an image by its first bytes, whatever its file is called.
 * @throws Refusal
 */
export const imageIn = (bytes: Uint8Array): AssetImage => {
  const kind = kinds.find(({ is }) => is(bytes));
  if (kind === undefined) throw new Refusal('NOT_THIS_KIND', 'it is no PNG, JPEG or WebP image');
  const { width, height } = kind.size(bytes);
  if (width * height > mostPixels) {
    throw new Refusal(
      'TOO_LARGE',
      `the image has ${width} × ${height} pixels of ${mostPixels} that it may have`,
      {
        width,
        height,
        limit: mostPixels,
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
    return imageIn(bytes);
  } catch (failure) {
    throw asFaultOf(asset, failure);
  }
};
