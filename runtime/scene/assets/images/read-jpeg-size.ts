import { toDataView } from '../byte-views.ts';
import { AssetFileError } from '../asset-file-error.ts';

/** Whether a marker starts a frame, which contains the image size. 0xc4, 0xc8 and 0xcc have other meanings. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/**
 * Reads the width and height of a JPEG image, in pixels, from the image's frame header.
 * @throws AssetFileError when the file has no frame or is cut off
 */
export const readJpegSize = (bytes: Uint8Array): { readonly width: number; readonly height: number } => {
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
