import { AssetFileError } from '../asset-file-error.ts';
import { getNaturalNumber } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';

/** Decompresses the bytes of a buffer view. */
type DecodeBufferView = (compression: JsonObject, packed: Uint8Array) => Uint8Array;

/** Loads the meshopt decoder on demand, since few models need it. */
export const loadMeshoptDecoder = async (): Promise<DecodeBufferView> => {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready.catch((failure: unknown) => {
    throw new AssetFileError(
      'UNSUPPORTED',
      `the meshopt decoder does not run on this host (${String(failure)})`,
    );
  });
  return (compression, packed) => {
    const count = getNaturalNumber(compression, 'count');
    const stride = getNaturalNumber(compression, 'byteStride');
    const filter = typeof compression.filter === 'string' ? compression.filter : undefined;
    const bytes = new Uint8Array(count * stride);
    try {
      MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, packed, String(compression.mode), filter);
    } catch (failure) {
      throw new AssetFileError('DAMAGED', `a buffer view cannot be decompressed (${String(failure)})`);
    }
    return bytes;
  };
};
