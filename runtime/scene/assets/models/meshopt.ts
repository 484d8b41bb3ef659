import { Refusal } from '../refusal.ts';
import { naturalIn } from './entries.ts';
import type { Entry } from './entries.ts';

/** Unpacks the bytes of a compressed buffer view. */
type Unpack = (compression: Entry, packed: Uint8Array) => Uint8Array;

/** Loads what unpacks buffer views, which few models need. */
export const loadUnpacker = async (): Promise<Unpack> => {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready.catch((failure: unknown) => {
    throw new Refusal('UNSUPPORTED', `the decoder of meshopt does not run on this host (${String(failure)})`);
  });
  return (compression, packed) => {
    const count = naturalIn(compression, 'count');
    const stride = naturalIn(compression, 'byteStride');
    const filter = typeof compression.filter === 'string' ? compression.filter : undefined;
    const bytes = new Uint8Array(count * stride);
    try {
      MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, packed, String(compression.mode), filter);
    } catch (failure) {
      throw new Refusal('DAMAGED', `a compressed buffer view cannot be unpacked (${String(failure)})`);
    }
    return bytes;
  };
};
