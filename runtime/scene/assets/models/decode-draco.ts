/** Decodes the geometry of Draco-compressed primitives. */
import { AssetFileError } from '../asset-file-error.ts';
import { readLatin1, toDataView } from '../byte-views.ts';
import { getLayout } from './accessor-layout.ts';
import { startDracoDecoder } from './draco-decoder.ts';
import { dracoExtension, hasValues, removeExtension } from './gltf-extensions.ts';
import { findObject, getNaturalNumber, getObjectAt, getObjects, type JsonObject } from './json-entries.ts';

interface CompressedPrimitive {
  readonly primitive: JsonObject;
  readonly bytes: Uint8Array;
  /** The attribute ids in the Draco mesh, keyed by attribute name. */
  readonly ids: JsonObject;
  readonly header: DracoHeader;
  readonly label: string;
}

type DecodedAccessors = Map<number, Uint8Array<ArrayBuffer>>;

const trianglesMode = 4;
const stripMode = 5;

/**
 * Memory that the decoder itself needs. `bytesPerElement` is the memory per face or point. Both are measured values
 * plus a third.
 */
const decoderBaseBytes = 64 * 2 ** 20;
const bytesPerElement = 256;

/**
 * Number of faces and points to decode, in about 25 ms, before yielding to the event loop. A single primitive is always
 * decoded without interruption.
 */
const elementsPerSlice = 50_000;

// biome-ignore lint/style/noRestrictedGlobals: the result does not depend on timing
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Returns the primitives whose geometry exists only in a Draco mesh. All other primitives are read without Draco. */
const listCompressedPrimitives = (
  document: JsonObject,
  accessors: readonly JsonObject[],
  views: readonly Uint8Array[],
): CompressedPrimitive[] =>
  getObjects(document, 'meshes').flatMap((mesh, meshIndex) =>
    getObjects(mesh, 'primitives').flatMap((primitive, index) => {
      const compression = findObject(findObject(primitive, 'extensions') ?? {}, dracoExtension);
      if (!compression) return [];
      removeExtension(primitive, dracoExtension);
      const ids = findObject(compression, 'attributes') ?? {};
      const attributes = findObject(primitive, 'attributes') ?? {};
      const indexes = [...Object.keys(ids).map((name) => attributes[name]), primitive.indices];
      const used = indexes
        .filter((one) => one !== undefined)
        .map((one) => getObjectAt(accessors, one, 'accessor'));
      if (used.every(hasValues)) return [];
      const label = `primitive ${index} of mesh ${meshIndex}`;
      const bytes = views[getNaturalNumber(compression, 'bufferView')];
      if (bytes === undefined)
        throw new AssetFileError('DAMAGED', `${label} refers to a missing buffer view`);
      return { primitive, bytes, ids, label, header: readDracoHeader(bytes, label) };
    }),
  );

const throwCountMismatch = (label: string, unit: string, actual: number, expected: number): never => {
  throw new AssetFileError(
    'DAMAGED',
    `the Draco mesh of ${label} has ${actual} ${unit}; expected ${expected}`,
  );
};

/** Compares the size in the header with the accessors, before memory is allocated for the mesh. */
const checkHeader = (
  accessors: readonly JsonObject[],
  { primitive, header, label }: CompressedPrimitive,
): void => {
  const { POSITION } = findObject(primitive, 'attributes') ?? {};
  const points = getNaturalNumber(getObjectAt(accessors, POSITION, 'accessor'), 'count');
  if (header.points > points) throwCountMismatch(label, 'points', header.points, points);
  if (primitive.indices === undefined)
    throw new AssetFileError('DAMAGED', `${label} has a Draco mesh but no indices`);
  const indices = getNaturalNumber(getObjectAt(accessors, primitive.indices, 'accessor'), 'count');
  const isStrip = primitive.mode === stripMode;
  if (isStrip ? header.faces + 2 > indices : header.faces * 3 !== indices) {
    throwCountMismatch(label, 'faces', header.faces, Math.floor(indices / 3));
  }
};

/**
 * Whether another primitive with the same mesh and the same accessors has already been decoded.
 * @throws AssetFileError when only some of the accessors are shared, because a small file could otherwise cause the
 * same work many times
 */
const isDecoded = (
  primitive: JsonObject,
  ids: JsonObject,
  decoded: DecodedAccessors,
  label: string,
): boolean => {
  const attributes = findObject(primitive, 'attributes') ?? {};
  const indexes = [...Object.keys(ids).map((name) => attributes[name]), primitive.indices];
  const shared = indexes.filter((index) => decoded.has(Number(index)));
  if (shared.length === 0) return false;
  if (shared.length === indexes.length) {
    primitive.mode = trianglesMode;
    return true;
  }
  throw new AssetFileError('DAMAGED', `${label} shares accessors with another Draco mesh`);
};

const writeIndices = (
  accessor: JsonObject,
  triangles: Uint32Array<ArrayBuffer>,
  points: number,
): Uint8Array<ArrayBuffer> => {
  const isSmall = points <= 65_535;
  Object.assign(accessor, { componentType: isSmall ? 5123 : 5125, count: triangles.length });
  return new Uint8Array((isSmall ? new Uint16Array(triangles) : triangles).buffer);
};

/**
 * Decodes the primitives whose geometry exists only in Draco meshes, and removes the Draco extension from all
 * primitives. The decoder is loaded when it is first used.
 * @param views the bytes of each buffer view of the document
 * @returns the decoded values, keyed by the index of their accessor
 * @throws AssetFileError for a mesh that is damaged, or larger than its accessors say
 */
export const decodePrimitives = async (
  document: JsonObject,
  views: readonly Uint8Array[],
): Promise<ReadonlyMap<number, Uint8Array<ArrayBuffer>>> => {
  const decoded: DecodedAccessors = new Map();
  const accessors = getObjects(document, 'accessors');
  const compressed = listCompressedPrimitives(document, accessors, views);
  if (compressed.length === 0) return decoded;
  for (const compressedPrimitive of compressed) checkHeader(accessors, compressedPrimitive);
  const elements = compressed.map(
    ({ header, bytes }) => bytes.length + (header.faces + header.points) * bytesPerElement,
  );
  const decoder = await startDracoDecoder(decoderBaseBytes + Math.max(...elements));
  let elementsInSlice = 0;
  for (const { primitive, bytes, ids, header, label } of compressed) {
    if (isDecoded(primitive, ids, decoded, label)) continue;
    elementsInSlice += header.faces + header.points;
    if (elementsInSlice > elementsPerSlice) {
      elementsInSlice = 0;
      await yieldToEventLoop();
    }
    const attributes = findObject(primitive, 'attributes') ?? {};
    decoder.decode(bytes, (mesh) => {
      for (const name of Object.keys(ids)) {
        if (attributes[name] === undefined) continue;
        const accessor = getObjectAt(accessors, attributes[name], 'accessor');
        const { count, components, size } = getLayout(accessor, label);
        if (count !== mesh.points) throwCountMismatch(label, 'points', mesh.points, count);
        const componentType = getNaturalNumber(accessor, 'componentType');
        const request = { id: getNaturalNumber(ids, name), componentType, components, bytes: count * size };
        decoded.set(getNaturalNumber(attributes, name), mesh.attribute(request));
      }
      const indices = getObjectAt(accessors, primitive.indices, 'accessor');
      primitive.mode = trianglesMode;
      decoded.set(
        getNaturalNumber(primitive, 'indices'),
        writeIndices(indices, mesh.triangles(), mesh.points),
      );
    });
  }
  return decoded;
};

interface DracoHeader {
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
const readDracoHeader = (bytes: Uint8Array, label: string): DracoHeader => {
  if (readLatin1(bytes, 0, 5) !== 'DRACO')
    throw new AssetFileError('DAMAGED', `${label} does not contain a Draco mesh`);
  try {
    return parseHeader(bytes);
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    throw new AssetFileError('DAMAGED', `${label} contains a Draco mesh that is truncated or invalid`);
  }
};
