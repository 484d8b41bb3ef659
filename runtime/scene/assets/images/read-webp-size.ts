import { readLatin1, toDataView } from '../byte-views.ts';
import { AssetFileError } from '../asset-file-error.ts';

export const isWebp = (bytes: Uint8Array): boolean =>
  readLatin1(bytes, 0, 4) === 'RIFF' && readLatin1(bytes, 8, 4) === 'WEBP';

/**
 * Reads the width and height of a WebP image in pixels. If the image has a canvas, the canvas size is returned.
 * @throws AssetFileError when the header is invalid or the file is cut off
 */
export const readWebpSize = (bytes: Uint8Array): { readonly width: number; readonly height: number } => {
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
