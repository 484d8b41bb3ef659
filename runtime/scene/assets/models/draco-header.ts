/** Reads the size of a Draco mesh from its header, without decoding the mesh (Draco bitstream, versions 1 to 2.2). */
import { readLatin1, toDataView } from '../byte-views.ts';
import { AssetFileError } from '../asset-file-error.ts';

export interface DracoHeader {
  readonly faces: number;
  /** The number of points in the header. The decoded mesh may have more, since points are duplicated along seams. */
  readonly points: number;
}

const triangleMesh = 1;
const edgebreaker = 1;
const hasMetadata = 0x8000;
const maxMetadataDepth = 16;

const createReader = (bytes: Uint8Array) => {
  const view = toDataView(bytes);
  let at = 0;
  const reader = {
    u8: (): number => {
      at += 1;
      return view.getUint8(at - 1);
    },
    u16: (): number => {
      at += 2;
      return view.getUint16(at - 2, true);
    },
    u32: (): number => {
      at += 4;
      return view.getUint32(at - 4, true);
    },
    /** Reads a little-endian integer with 7 bits per byte. */
    varint(): number {
      let value = 0;
      for (let factor = 1; factor < 2 ** 36; factor *= 128) {
        const byte = reader.u8();
        value += (byte % 128) * factor;
        if (byte < 128) return value;
      }
      throw new RangeError('A varint is too long.');
    },
    skip(count: number): void {
      at += count;
      if (at > bytes.length) throw new RangeError('The mesh ends early.');
    },
  };
  return reader;
};

type Reader = ReturnType<typeof createReader>;

const skipMetadata = (reader: Reader, depth = 0): void => {
  if (depth > maxMetadataDepth) throw new RangeError('Its metadata is nested too deeply.');
  for (let remaining = reader.varint(); remaining > 0; remaining -= 1) {
    reader.skip(reader.u8());
    reader.skip(reader.varint());
  }
  for (let remaining = reader.varint(); remaining > 0; remaining -= 1) {
    reader.skip(reader.u8());
    skipMetadata(reader, depth + 1);
  }
};

const skipGeometryMetadata = (reader: Reader): void => {
  for (let remaining = reader.varint(); remaining > 0; remaining -= 1) {
    reader.varint();
    skipMetadata(reader);
  }
  skipMetadata(reader);
};

const parseHeader = (bytes: Uint8Array): DracoHeader => {
  const reader = createReader(bytes);
  reader.skip(5);
  const version = reader.u8() * 256 + reader.u8();
  if (reader.u8() !== triangleMesh)
    throw new AssetFileError('UNSUPPORTED', 'a Draco mesh has a point cloud instead of triangles');
  const method = reader.u8();
  if ((reader.u16() & hasMetadata) !== 0) skipGeometryMetadata(reader);
  if (method === edgebreaker) {
    const number = version < 0x200 ? reader.u32 : reader.varint;
    reader.u8();
    if (version < 0x202) number();
    const points = number();
    return { points, faces: number() };
  }
  const number = version < 0x202 ? reader.u32 : reader.varint;
  const faces = number();
  return { faces, points: number() };
};

/**
 * Reads the header of a Draco mesh.
 * @throws AssetFileError when the bytes are not a Draco mesh
 */
export const readDracoHeader = (bytes: Uint8Array, label: string): DracoHeader => {
  if (readLatin1(bytes, 0, 5) !== 'DRACO')
    throw new AssetFileError('DAMAGED', `${label} does not contain a Draco mesh`);
  try {
    return parseHeader(bytes);
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    throw new AssetFileError('DAMAGED', `${label} contains a Draco mesh that is truncated or invalid`);
  }
};
