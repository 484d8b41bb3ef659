/** Implements the parts of `node:zlib` that the service uses, with the copy of fflate in three.js. */
import { unzlibSync, zlibSync } from 'three/addons/libs/fflate.module.js';

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const deflate = (
  bytes: Uint8Array,
  { level }: { readonly level: Level },
  callback: (failure: unknown, compressed: Uint8Array) => void,
): void => callback(undefined, zlibSync(bytes, { level }));

/**
 * Decompresses zlib data.
 * @throws an error if the output would exceed the limit
 */
export const inflateSync = (
  compressed: Uint8Array,
  { maxOutputLength }: { readonly maxOutputLength: number },
): Uint8Array => {
  // The output is cut off at the end of the buffer, so one extra byte shows whether the output is too long.
  const bytes = unzlibSync(compressed, { out: new Uint8Array(maxOutputLength + 1) });
  if (bytes.length > maxOutputLength)
    throw new RangeError(`The decompressed data exceeds ${maxOutputLength} bytes.`);
  return bytes;
};
