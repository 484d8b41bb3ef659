import { decode as decodeJpeg } from 'jpeg-js';
import { Refusal, UnreadableAsset } from '../refusal.ts';
import { decodePng } from './decode-png.ts';
import { mostPixels } from './image.ts';
import { readPngParts } from './png-parts.ts';
import type { AssetImage } from './image.ts';

/** Pixels as RGBA, eight bits a channel, top line first. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const pixelsOf = ({ format, width, height, bytes }: AssetImage): Uint8Array => {
  if (format === 'png') return decodePng(readPngParts(bytes));
  if (format === 'webp') {
    throw new Refusal(
      'UNSUPPORTED',
      'pixels of WebP images cannot be decoded here, those of PNG and JPEG can',
    );
  }
  const decoded = decodeJpeg(bytes, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: mostPixels / 1e6,
    maxMemoryUsageInMB: 1024,
  });
  if (decoded.width !== width || decoded.height !== height) {
    throw new Refusal('DAMAGED', 'the JPEG image has two sizes');
  }
  return decoded.data;
};

/**
 * Decodes an image. That can take half a second: it is for a thread of its own, or for a start.
 * @throws UnreadableAsset when the pixels are damaged, or of a WebP image.
 */
export const decodeImage = (asset: string, image: AssetImage): Pixels => {
  try {
    return { width: image.width, height: image.height, data: pixelsOf(image) };
  } catch (failure) {
    const refusal =
      failure instanceof Refusal
        ? failure
        : new Refusal('DAMAGED', `its pixels cannot be decoded (${String(failure)})`);
    throw new UnreadableAsset(asset, refusal);
  }
};
