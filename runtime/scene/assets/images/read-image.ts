/** Reads the format and size of images. The pixels are decoded only on demand (decode-image.ts). */
import { AssetFileError, toUnreadableAssetError } from '../asset-file-error.ts';
import { readLatin1, toDataView } from '../byte-views.ts';
import { isPng, parsePng } from './parse-png.ts';

export interface AssetImage {
  readonly format: 'png' | 'jpeg' | 'webp';
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Maximum number of pixels per image. An image of 4096 × 4096 pixels takes 64 MB when decoded. */
export const maxPixels = 4096 * 4096;

const isWebp = (bytes: Uint8Array): boolean =>
  readLatin1(bytes, 0, 4) === 'RIFF' && readLatin1(bytes, 8, 4) === 'WEBP';

/**
 * Reads the width and height of a WebP image in pixels. If the image has a canvas, the canvas size is returned.
 * @throws AssetFileError when the header is invalid or the file is cut off
 */
const readWebpSize = (bytes: Uint8Array): { readonly width: number; readonly height: number } => {
  const view = toDataView(bytes);
  if (bytes.length < 30 || 8 + view.getUint32(4, true) > bytes.length) {
    throw new AssetFileError('DAMAGED', 'the WebP image is cut off');
  }
  switch (readLatin1(bytes, 12, 4)) {
    case 'VP8X': {
      const threeBytes = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
      return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
    }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) break;
      const sizes = view.getUint32(21, true);
      return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ': {
      if (readLatin1(bytes, 23, 3) !== '\x9d\x01\x2a') break;
      const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
      if (width > 0 && height > 0) return { width, height };
    }
  }
  throw new AssetFileError('DAMAGED', 'the header of the WebP image is invalid');
};

/** Whether a marker starts a frame, which contains the image size. 0xc4, 0xc8 and 0xcc have other meanings. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/**
 * Reads the width and height of a JPEG image, in pixels, from the image's frame header.
 * @throws AssetFileError when the file has no frame or is cut off
 */
const readJpegSize = (bytes: Uint8Array): { readonly width: number; readonly height: number } => {
  const view = toDataView(bytes);
  // Each segment starts with its length. Any number of 0xff bytes may precede a segment.
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameMarker(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      if (width === 0 || height === 0) throw new AssetFileError('DAMAGED', 'the JPEG image has a size of 0');
      // Searches for the end marker, because some programs append data after the end of the image.
      const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(
        '\xff\xd9',
        undefined,
        'latin1',
      );
      if (end <= at) throw new AssetFileError('DAMAGED', 'the JPEG image is cut off');
      return { width, height };
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw new AssetFileError('DAMAGED', 'the JPEG image has no frame header with its size');
};

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
      { width, height, limit: maxPixels },
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
