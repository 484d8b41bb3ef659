/** Makes of a model in whatever parts one GLB file with everything in it, plain and without a URI. */
import { detectImage } from '../images/read-image.ts';
import { AssetFileError } from '../asset-file-error.ts';
import { packAccessors } from './pack-accessors.ts';
import { writeGlb } from './glb-container.ts';
import { getObjects, getObjectAt, getNaturalNumber } from './json-entries.ts';
import { decodePrimitives } from './decode-draco.ts';
import { findMeshoptCompression, declareExtensions } from './gltf-extensions.ts';
import { loadMeshoptDecoder } from './load-meshopt-decoder.ts';
import { readResource } from './read-resource.ts';
import { assertWithinLimit } from './check-model-size.ts';
import type { AssetImage } from '../images/read-image.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';
import type { ReadSibling } from './read-resource.ts';

/** Bytes one behind the other, each from a multiple of 8 on. */
const createByteHeap = () => {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    /** @returns where the bytes begin. */
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

/** The bytes of the buffers; undefined for one that only says how long its views are, unpacked. */
const readBuffers = async (
  document: JsonObject,
  binary: Uint8Array | undefined,
  sibling: ReadSibling | undefined,
): Promise<(Uint8Array | undefined)[]> => {
  const read: (Uint8Array | undefined)[] = [];
  for (const [index, buffer] of getObjects(document, 'buffers').entries()) {
    const own = index === 0 ? binary : undefined;
    const bytes = buffer.uri === undefined ? own : await readResource(buffer.uri, sibling);
    const length = getNaturalNumber(buffer, 'byteLength');
    if (bytes && bytes.length < length) {
      throw new AssetFileError(
        'DAMAGED',
        `buffer ${index} is to have ${length} bytes, but there are ${bytes.length}`,
      );
    }
    read.push(bytes?.subarray(0, length));
  }
  return read;
};

/** The part of a buffer that a view, or its compression, is about. */
const getBufferRange = (
  buffers: readonly (Uint8Array | undefined)[],
  view: JsonObject,
  where: string,
): Uint8Array => {
  const buffer = buffers[getNaturalNumber(view, 'buffer')];
  if (buffer === undefined) throw new AssetFileError('DAMAGED', `${where} is of a buffer that is not there`);
  const from = getNaturalNumber(view, 'byteOffset', 0);
  const to = from + getNaturalNumber(view, 'byteLength');
  if (to <= buffer.length) return buffer.subarray(from, to);
  throw new AssetFileError('DAMAGED', `${where} reaches past the end of its buffer`);
};

/** The bytes of all buffer views, decompressed. */
const readViews = async (
  document: JsonObject,
  buffers: readonly (Uint8Array | undefined)[],
): Promise<Uint8Array[]> => {
  const views = getObjects(document, 'bufferViews');
  const unpack = views.some(findMeshoptCompression) ? await loadMeshoptDecoder() : undefined;
  return views.map((view, index) => {
    const where = `buffer view ${index}`;
    const compression = findMeshoptCompression(view);
    if (!(compression && unpack)) return getBufferRange(buffers, view, where);
    const bytes = unpack(compression, getBufferRange(buffers, compression, where));
    if (bytes.length === getNaturalNumber(view, 'byteLength')) return bytes;
    throw new AssetFileError('DAMAGED', `${where} has another length when it is unpacked`);
  });
};

/** Leaves those images that textures show. */
const packImages = async (
  document: JsonObject,
  views: readonly Uint8Array[],
  addView: (bytes: Uint8Array) => number,
  sibling: ReadSibling | undefined,
): Promise<AssetImage[]> => {
  const images = getObjects(document, 'images');
  const textures = getObjects(document, 'textures').filter(({ source }) => source !== undefined);
  const shown = [...new Set(textures.map(({ source }) => getObjectAt(images, source, 'image')))];
  for (const texture of textures)
    texture.source = shown.indexOf(getObjectAt(images, texture.source, 'image'));

  const kept: JsonObject[] = [];
  const read: AssetImage[] = [];
  for (const [index, image] of shown.entries()) {
    const bytes =
      image.uri === undefined
        ? views[getNaturalNumber(image, 'bufferView')]
        : await readResource(image.uri, sibling);
    if (bytes === undefined)
      throw new AssetFileError('DAMAGED', `image ${index} is in a buffer view that is not there`);
    const packed = readEmbeddedImage(bytes, index);
    kept.push({
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
  if (kept.length > 0) document.images = kept;
  else delete document.images;
  return read;
};

const readEmbeddedImage = (bytes: Uint8Array, index: number): AssetImage => {
  try {
    const image = detectImage(bytes);
    // The model itself must not be kept for the sake of its images.
    return { ...image, bytes: new Uint8Array(bytes) };
  } catch (failure) {
    if (!(failure instanceof AssetFileError)) throw failure;
    throw new AssetFileError(
      failure.problem,
      `image ${index} of it is refused, as ${failure.message}`,
      failure.details,
    );
  }
};

/**
 * Packs a document and the bytes that it needs, changing the document.
 * @returns the file, and its images in the order of the document
 * @throws Refusal for bytes that are not there or lie elsewhere than they may, and for images that cannot be read.
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
