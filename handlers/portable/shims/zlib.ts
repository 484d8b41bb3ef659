/** What the code of the service uses of `node:zlib`, by the fflate that three.js brings. */
import { unzlibSync, zlibSync } from 'three/addons/libs/fflate.module.js';

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const deflate = (
  bytes: Uint8Array,
  { level }: { readonly level: Level },
  done: (failure: unknown, packed: Uint8Array) => void,
): void => done(undefined, zlibSync(bytes, { level }));

/** @throws an error when there would be more bytes than are taken */
export const inflateSync = (
  packed: Uint8Array,
  { maxOutputLength }: { readonly maxOutputLength: number },
): Uint8Array => {
  // what does not fit is cut off, so that a byte more than is taken tells of it
  const bytes = unzlibSync(packed, { out: new Uint8Array(maxOutputLength + 1) });
  if (bytes.length > maxOutputLength) throw new RangeError(`More than ${maxOutputLength} bytes were packed.`);
  return bytes;
};
