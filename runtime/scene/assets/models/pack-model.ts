/** Packs a model and its external parts into one plain, self-contained GLB file. */
import { AssetFileError } from '../asset-file-error.ts';
import { type AssetImage, detectImage } from '../images/read-image.ts';
import { decodePrimitives } from './decode-draco.ts';
import { writeGlb } from './glb-container.ts';
import { declareExtensions, findMeshoptCompression } from './gltf-extensions.ts';
import { getNaturalNumber, getObjectAt, getObjects, type JsonObject } from './json-entries.ts';
import { assertWithinLimit } from './model-limits.ts';
import { packAccessors } from './pack-accessors.ts';
import { readResource, type ReadSibling } from './read-resource.ts';
import type { RepairLog } from './repair-log.ts';

/** Creates a heap that collects bytes in one buffer, aligned to 8 bytes. */
const createByteHeap = () => {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    /**
     * Appends bytes.
     * @returns the offset of the appended bytes
     */
    add(bytes: Uint8Array): number {
      const at = length;
      parts.push(bytes);
      length = at + Math.ceil(bytes.length / 8) * 8;
      if (length > at + bytes.length) parts.push(new Uint8Array(length - at - bytes.length));
      assertWithinLimit('bufferBytes', length);
      return at;
    },
    all: (): Uint8Array => Buffer.concat(parts),
  };
};

/**
 * Reads all buffers. A buffer without bytes is `undefined`: with meshopt, such a buffer only declares the decompressed
 * length of its views.
 */
const readBuffers = async (
  document: JsonObject,
  binary: Uint8Array | undefined,
  sibling: ReadSibling | undefined,
): Promise<(Uint8Array | undefined)[]> => {
  const read: (Uint8Array | undefined)[] = [];
  for (const [index, buffer] of getObjects(document, 'buffers').entries()) {
    const embedded = index === 0 ? binary : undefined;
    const bytes = buffer.uri === undefined ? embedded : await readResource(buffer.uri, sibling);
    const length = getNaturalNumber(buffer, 'byteLength');
    if (bytes && bytes.length < length) {
      throw new AssetFileError('DAMAGED', `buffer ${index} has ${bytes.length} bytes; expected ${length}`);
    }
    read.push(bytes?.subarray(0, length));
  }
  return read;
};

/** Returns the bytes of a buffer view, or of its compressed data. */
const getBufferRange = (
  buffers: readonly (Uint8Array | undefined)[],
  view: JsonObject,
  label: string,
): Uint8Array => {
  const buffer = buffers[getNaturalNumber(view, 'buffer')];
  if (buffer === undefined) throw new AssetFileError('DAMAGED', `${label} refers to a missing buffer`);
  const from = getNaturalNumber(view, 'byteOffset', 0);
  const to = from + getNaturalNumber(view, 'byteLength');
  if (to <= buffer.length) return buffer.subarray(from, to);
  throw new AssetFileError('DAMAGED', `${label} reaches past the end of its buffer`);
};

/** Returns the decompressed bytes of all buffer views. */
const readViews = async (
  document: JsonObject,
  buffers: readonly (Uint8Array | undefined)[],
): Promise<Uint8Array[]> => {
  const views = getObjects(document, 'bufferViews');
  const decompress = views.some(findMeshoptCompression) ? await loadMeshoptDecoder() : undefined;
  return views.map((view, index) => {
    const label = `buffer view ${index}`;
    const compression = findMeshoptCompression(view);
    if (!(compression && decompress)) return getBufferRange(buffers, view, label);
    const bytes = decompress(compression, getBufferRange(buffers, compression, label));
    if (bytes.length === getNaturalNumber(view, 'byteLength')) return bytes;
    throw new AssetFileError('DAMAGED', `${label} has another length after decompression`);
  });
};

/** Packs the images that textures use, and removes all other images. */
const packImages = async (
  document: JsonObject,
  views: readonly Uint8Array[],
  addView: (bytes: Uint8Array) => number,
  sibling: ReadSibling | undefined,
): Promise<AssetImage[]> => {
  const images = getObjects(document, 'images');
  const textures = getObjects(document, 'textures').filter(({ source }) => source !== undefined);
  const usedImages = [...new Set(textures.map(({ source }) => getObjectAt(images, source, 'image')))];
  for (const texture of textures)
    texture.source = usedImages.indexOf(getObjectAt(images, texture.source, 'image'));

  const packedImages: JsonObject[] = [];
  const read: AssetImage[] = [];
  for (const [index, image] of usedImages.entries()) {
    const bytes =
      image.uri === undefined
        ? views[getNaturalNumber(image, 'bufferView')]
        : await readResource(image.uri, sibling);
    if (bytes === undefined)
      throw new AssetFileError('DAMAGED', `image ${index} refers to a missing buffer view`);
    const packed = readEmbeddedImage(bytes, index);
    packedImages.push({
      bufferView: addView(bytes),
      mimeType: `image/${packed.format}`,
      ...(image.name !== undefined && { name: image.name }),
    });
    read.push(packed);
  }
  assertWithinLimit(
    'pixels',
    read.reduce((sum, { width, height }) => sum + width * height, 0),
  );
  if (packedImages.length > 0) document.images = packedImages;
  else delete document.images;
  return read;
};

const readEmbeddedImage = (bytes: Uint8Array, index: number): AssetImage => {
  try {
    const image = detectImage(bytes);
    // The bytes are copied, so that an image does not retain the whole model.
    return { ...image, bytes: new Uint8Array(bytes) };
  } catch (failure) {
    if (!(failure instanceof AssetFileError)) throw failure;
    throw new AssetFileError(
      failure.problem,
      `its image ${index} cannot be used: ${failure.message}`,
      failure.details,
    );
  }
};

/**
 * Packs a document and the data that it refers to. Changes the document.
 * @returns the packed file, and its images in document order
 * @throws AssetFileError for missing data, references to other locations, and unreadable images
 */
export const packModel = async (
  document: JsonObject,
  binary: Uint8Array | undefined,
  sibling: ReadSibling | undefined,
  repairs: RepairLog,
): Promise<{ readonly glb: Uint8Array<ArrayBuffer>; readonly images: readonly AssetImage[] }> => {
  const heap = createByteHeap();
  const packed: JsonObject[] = [];
  const addView = (bytes: Uint8Array, byteStride?: number): number =>
    packed.push({
      ...{ buffer: 0, byteOffset: heap.add(bytes), byteLength: bytes.length },
      ...(byteStride !== undefined && { byteStride }),
    }) - 1;
  const views = {
    entries: getObjects(document, 'bufferViews'),
    bytes: await readViews(document, await readBuffers(document, binary, sibling)),
  };
  const decoded = await decodePrimitives(document, views.bytes);
  packAccessors(document, views, decoded, addView, repairs);
  const images = await packImages(document, views.bytes, addView, sibling);
  const bytes = heap.all();
  for (const key of ['buffers', 'bufferViews']) delete document[key];
  if (bytes.length > 0)
    Object.assign(document, { buffers: [{ byteLength: bytes.length }], bufferViews: packed });
  declareExtensions(document);
  return { glb: writeGlb(document, bytes), images };
};

/** Decompresses the bytes of a buffer view. */
type DecodeBufferView = (compression: JsonObject, packed: Uint8Array) => Uint8Array;

/** Loads the meshopt decoder on demand, since few models need it. */
const loadMeshoptDecoder = async (): Promise<DecodeBufferView> => {
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
