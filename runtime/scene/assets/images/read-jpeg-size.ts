import { toDataView } from '../byte-views.ts';
import { AssetFileError } from '../asset-file-error.ts';

/** Markers of frames: they tell the size. The three left out in between mean something else. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/**
 * Width and height of a JPEG image in pixels, as its frame says.
 * @throws Refusal when it has no frame or does not reach its end.
 */
export const readJpegSize = (bytes: Uint8Array): { readonly width: number; readonly height: number } => {
  const view = toDataView(bytes);
  // Segments tell their lengths; in between there may be any number of 0xff.
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameMarker(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      if (width === 0 || height === 0) throw new AssetFileError('DAMAGED', 'the JPEG image has no size');
      // Programs may append what they like to the end of the image.
      const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(
        '\xff\xd9',
        undefined,
        'latin1',
      );
      if (end <= at) throw new AssetFileError('DAMAGED', 'the JPEG image ends before its end');
      return { width, height };
    }
    at += 2 + view.getUint16(at + 2);
  }
  throw new AssetFileError('DAMAGED', 'the JPEG image has no frame that tells its size');
};
