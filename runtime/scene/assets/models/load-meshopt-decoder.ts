import { AssetFileError } from '../asset-file-error.ts';
import { getNaturalNumber } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';

/** Unpacks the bytes of a compressed buffer view. */
type DecodeBufferView = (compression: JsonObject, packed: Uint8Array) => Uint8Array;

/** Loads what unpacks buffer views, which few models need. */
export const loadMeshoptDecoder = async (): Promise<DecodeBufferView> => {
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready.catch((failure: unknown) => {
    throw new AssetFileError(
      'UNSUPPORTED',
      `the decoder of meshopt does not run on this host (${String(failure)})`,
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
      throw new AssetFileError('DAMAGED', `a compressed buffer view cannot be unpacked (${String(failure)})`);
    }
    return bytes;
  };
};
