/** Makes of a model in whatever parts one GLB file with everything in it, plain and without a URI. */
import { imageIn } from '../images/image.ts';
import { Refusal } from '../refusal.ts';
import { packAccessors } from './accessors.ts';
import { writeGlb } from './container.ts';
import { entriesIn, entryAt, naturalIn } from './entries.ts';
import { decodePrimitives } from './draco.ts';
import { compressionOf, declareExtensions } from './extensions.ts';
import { loadUnpacker } from './meshopt.ts';
import { readResource } from './resources.ts';
import { refuseBeyond } from './sizes.ts';
import type { AssetImage } from '../images/image.ts';
import type { Entry } from './entries.ts';
import type { Repairs } from './repairs.ts';
import type { ReadSibling } from './resources.ts';

/** Bytes one behind the other, each from a multiple of 8 on. */
const createHeap = () => {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    /** @returns where the bytes begin. */
    add(bytes: Uint8Array): number {
      const at = length;
      parts.push(bytes);
      length = at + Math.ceil(bytes.length / 8) * 8;
      if (length > at + bytes.length) parts.push(new Uint8Array(length - at - bytes.length));
      refuseBeyond('bufferBytes', length);
      return at;
    },
    all: (): Uint8Array => Buffer.concat(parts),
  };
};

/** The bytes of the buffers; undefined for one that only says how long its views are, unpacked. */
const readBuffers = async (
  document: Entry,
  binary: Uint8Array | undefined,
  sibling: ReadSibling | undefined,
): Promise<(Uint8Array | undefined)[]> => {
  const read: (Uint8Array | undefined)[] = [];
  for (const [index, buffer] of entriesIn(document, 'buffers').entries()) {
    const own = index === 0 ? binary : undefined;
    const bytes = buffer.uri === undefined ? own : await readResource(buffer.uri, sibling);
    const length = naturalIn(buffer, 'byteLength');
    if (bytes && bytes.length < length) {
      throw new Refusal(
        'DAMAGED',
        `buffer ${index} is to have ${length} bytes, but there are ${bytes.length}`,
      );
    }
    read.push(bytes?.subarray(0, length));
  }
  return read;
};

/** The part of a buffer that a view, or its compression, is about. */
const partOf = (buffers: readonly (Uint8Array | undefined)[], view: Entry, where: string): Uint8Array => {
  const buffer = buffers[naturalIn(view, 'buffer')];
  if (buffer === undefined) throw new Refusal('DAMAGED', `${where} is of a buffer that is not there`);
  const from = naturalIn(view, 'byteOffset', 0);
  const to = from + naturalIn(view, 'byteLength');
  if (to <= buffer.length) return buffer.subarray(from, to);
  throw new Refusal('DAMAGED', `${where} reaches past the end of its buffer`);
};

/** The bytes of all buffer views, decompressed. */
const readViews = async (
  document: Entry,
  buffers: readonly (Uint8Array | undefined)[],
): Promise<Uint8Array[]> => {
  const views = entriesIn(document, 'bufferViews');
  const unpack = views.some(compressionOf) ? await loadUnpacker() : undefined;
  return views.map((view, index) => {
    const where = `buffer view ${index}`;
    const compression = compressionOf(view);
    if (!(compression && unpack)) return partOf(buffers, view, where);
    const bytes = unpack(compression, partOf(buffers, compression, where));
    if (bytes.length === naturalIn(view, 'byteLength')) return bytes;
    throw new Refusal('DAMAGED', `${where} has another length when it is unpacked`);
  });
};

/** Leaves those images that textures show. */
const packImages = async (
  document: Entry,
  views: readonly Uint8Array[],
  addView: (bytes: Uint8Array) => number,
  sibling: ReadSibling | undefined,
): Promise<AssetImage[]> => {
  const images = entriesIn(document, 'images');
  const textures = entriesIn(document, 'textures').filter(({ source }) => source !== undefined);
  const shown = [...new Set(textures.map(({ source }) => entryAt(images, source, 'image')))];
  for (const texture of textures) texture.source = shown.indexOf(entryAt(images, texture.source, 'image'));

  const kept: Entry[] = [];
  const read: AssetImage[] = [];
  for (const [index, image] of shown.entries()) {
    const bytes =
      image.uri === undefined
        ? views[naturalIn(image, 'bufferView')]
        : await readResource(image.uri, sibling);
    if (bytes === undefined)
      throw new Refusal('DAMAGED', `image ${index} is in a buffer view that is not there`);
    const packed = imageOf(bytes, index);
    kept.push({
      bufferView: addView(bytes),
      mimeType: `image/${packed.format}`,
      ...(image.name !== undefined && { name: image.name }),
    });
    read.push(packed);
  }
  refuseBeyond(
    'pixels',
    read.reduce((sum, { width, height }) => sum + width * height, 0),
  );
  if (kept.length > 0) document.images = kept;
  else delete document.images;
  return read;
};

const imageOf = (bytes: Uint8Array, index: number): AssetImage => {
  try {
    const image = imageIn(bytes);
    // The model itself must not be kept for the sake of its images.
    return { ...image, bytes: new Uint8Array(bytes) };
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    throw new Refusal(
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
export const pack = async (
  document: Entry,
  binary: Uint8Array | undefined,
  sibling: ReadSibling | undefined,
  repairs: Repairs,
): Promise<{ readonly glb: Uint8Array<ArrayBuffer>; readonly images: readonly AssetImage[] }> => {
  const heap = createHeap();
  const packed: Entry[] = [];
  const addView = (bytes: Uint8Array, byteStride?: number): number =>
    packed.push({
      ...{ buffer: 0, byteOffset: heap.add(bytes), byteLength: bytes.length },
      ...(byteStride !== undefined && { byteStride }),
    }) - 1;
  const views = {
    entries: entriesIn(document, 'bufferViews'),
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
