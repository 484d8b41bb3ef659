/** Copies geometries and texture pixels into memory that other threads can read, when they have changed. */
import { MirroredRepeatWrapping, NearestFilter, RepeatWrapping, SRGBColorSpace, Vector3 } from 'three';
import { wrapping } from '../../../kernels/rasterizer/render-frame.ts';
import type {
  BufferAttribute,
  BufferGeometry,
  InterleavedBufferAttribute,
  Texture as ThreeTexture,
  Wrapping as ThreeWrapping,
} from 'three';
import type { AssetImage } from '../../assets/images/read-image.ts';
import type {
  SharedGeometry,
  SharedPixels,
  Texture,
  Wrapping,
} from '../../../kernels/rasterizer/render-frame.ts';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** Allocates numbers in shared memory, so that passing them to threads requires no copying. */
const createSharedFloats = (count: number): Float32Array =>
  new Float32Array(new SharedArrayBuffer(count * 4));

/** Returns a number that changes when an attribute is marked as changed. */
const getVersion = (attribute: Attribute): number =>
  'data' in attribute ? attribute.data.version : attribute.version;

/**
 * Copies an attribute into an array with a fixed number of components per vertex. Where the attribute lacks a
 * component, the array keeps its value.
 */
const copyAttribute = (
  to: Float32Array | Uint16Array,
  at: number,
  attribute: Attribute,
  itemSize: number,
  count: number,
): void => {
  const copiedCount = Math.min(count, attribute.count);
  const { array } = attribute;
  if (!('data' in attribute) && array instanceof Float32Array && attribute.itemSize === itemSize) {
    to.set(array.subarray(0, copiedCount * itemSize), at);
    return;
  }
  const components = Math.min(itemSize, attribute.itemSize);
  for (let i = 0; i < copiedCount; i += 1) {
    for (let j = 0; j < components; j += 1) to[at + i * itemSize + j] = attribute.getComponent(i, j);
  }
};

const createAttributeCopy = (
  attribute: Attribute,
  itemSize: number,
  count: number,
  fill = 0,
): Float32Array => {
  const floats = createSharedFloats(count * itemSize);
  if (fill !== 0) floats.fill(fill);
  copyAttribute(floats, 0, attribute, itemSize, count);
  return floats;
};

const copyMorphTargets = (targets: readonly Attribute[], count: number): Float32Array => {
  const floats = createSharedFloats(targets.length * count * 3);
  for (const [i, target] of targets.entries()) copyAttribute(floats, i * count * 3, target, 3, count);
  return floats;
};

const getBoundingSphere = (positions: Float32Array): Pick<SharedGeometry, 'center' | 'radius'> => {
  const low = new Vector3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const high = low.clone().negate();
  const point = new Vector3();
  for (let i = 0; i < positions.length; i += 3) {
    point.fromArray(positions, i);
    low.min(point);
    high.max(point);
  }
  const center = low.add(high).multiplyScalar(0.5);
  let squared = 0;
  for (let i = 0; i < positions.length; i += 3) {
    squared = Math.max(squared, point.fromArray(positions, i).distanceToSquared(center));
  }
  return { center: [center.x, center.y, center.z], radius: Math.sqrt(squared) };
};

const copyIndex = (geometry: BufferGeometry): Uint32Array | undefined => {
  if (!geometry.index) return undefined;
  const { array, count } = geometry.index;
  const index = new Uint32Array(new SharedArrayBuffer(count * 4));
  index.set(array.subarray(0, count));
  return index;
};

const copyBones = (attribute: Attribute, count: number): Uint16Array => {
  const bones = new Uint16Array(new SharedArrayBuffer(count * 8));
  copyAttribute(bones, 0, attribute, 4, count);
  return bones;
};

const createSharedGeometry = (geometry: BufferGeometry, serial: number): SharedGeometry => {
  const { position, normal, uv, color, skinIndex, skinWeight } = geometry.attributes;
  const count = position?.count ?? 0;
  const positions = position ? createAttributeCopy(position, 3, count) : createSharedFloats(0);
  const targets = geometry.morphAttributes.position ?? [];
  const targetNormals = geometry.morphAttributes.normal;
  return {
    serial,
    count,
    positions,
    normals: normal && createAttributeCopy(normal, 3, count),
    uvs: uv && createAttributeCopy(uv, 2, count),
    colors: color && createAttributeCopy(color, 4, count, 1),
    index: copyIndex(geometry),
    boneIndices: skinIndex && copyBones(skinIndex, count),
    boneWeights: skinWeight && createAttributeCopy(skinWeight, 4, count),
    morphs:
      targets.length === 0
        ? undefined
        : {
            relative: geometry.morphTargetsRelative,
            positions: copyMorphTargets(targets, count),
            normals:
              normal && targetNormals?.length === targets.length
                ? copyMorphTargets(targetNormals, count)
                : undefined,
            targets: targets.length,
          },
    ...getBoundingSphere(positions),
  };
};

/** Lists the versions of all attributes of a geometry. Changes are detected by comparing these lists. */
const listVersions = (geometry: BufferGeometry): unknown[] => {
  const { position, normal, uv, color, skinIndex, skinWeight } = geometry.attributes;
  const morphs = geometry.morphAttributes;
  const attributes = [position, normal, uv, color, skinIndex, skinWeight, geometry.index];
  const versions: unknown[] = [geometry.morphTargetsRelative];
  for (const attribute of attributes) versions.push(attribute, attribute && getVersion(attribute));
  for (const target of morphs.position ?? []) versions.push(target, getVersion(target));
  for (const target of morphs.normal ?? []) versions.push(target, getVersion(target));
  return versions;
};

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((mark, i) => mark === b[i]);

/**
 * Creates a cache for geometries in a form that other threads can read. As with every three.js renderer, code that
 * changes an attribute must set the attribute's `needsUpdate`.
 * @param nextSerial a function that returns a unique number
 */
export const createGeometryCache = (nextSerial: () => number) => {
  const cache = new WeakMap<
    BufferGeometry,
    { readonly versions: unknown[]; readonly resource: SharedGeometry }
  >();
  return (geometry: BufferGeometry): SharedGeometry => {
    const versions = listVersions(geometry);
    const cached = cache.get(geometry);
    if (cached && areSame(cached.versions, versions)) return cached.resource;
    const resource = createSharedGeometry(geometry, nextSerial());
    cache.set(geometry, { versions, resource });
    return resource;
  };
};

/** An image: either RGBA pixels or an encoded file. */
interface Image {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly file?: AssetImage['format'];
}

/** Returns the drawable form of an image; `undefined` for unsupported kinds. */
const findImage = (source: unknown): Image | undefined => {
  const { width, height, data, bytes, format } = (source ?? {}) as Partial<AssetImage> & { data?: unknown };
  const size = { width: Number(width), height: Number(height) };
  if (bytes instanceof Uint8Array && format !== undefined) return { ...size, bytes, file: format };
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const isComplete = data.length > 0 && data.length === size.width * size.height * 4;
  return isComplete ? { ...size, bytes: data } : undefined;
};

const toWrapping = (mode: ThreeWrapping): Wrapping => {
  if (mode === RepeatWrapping) return wrapping.repeat;
  return mode === MirroredRepeatWrapping ? wrapping.mirror : wrapping.clamp;
};

/**
 * Describes a texture.
 * @param pixels the index of the texture's pixels in the frame
 */
export const describeTexture = (texture: ThreeTexture, pixels: number): Texture => {
  if (texture.matrixAutoUpdate) texture.updateMatrix();
  const [m0, m1, , m2, m3, , m4, m5] = texture.matrix.elements;
  return {
    pixels,
    wrapU: toWrapping(texture.wrapS),
    wrapV: toWrapping(texture.wrapT),
    smooth: texture.magFilter !== NearestFilter,
    flipped: texture.flipY,
    srgb: texture.colorSpace === SRGBColorSpace,
    transform: [m0, m1, m2, m3, m4, m5],
  };
};

/**
 * Creates a function that caches the pixels of textures in a form that other threads can read. Code that changes pixels
 * must set the texture's `needsUpdate`.
 * @param nextSerial a function that returns a unique number
 * @returns a function that returns `undefined` for an image that is available neither as RGBA bytes nor as a file
 */
export const createPixelsCache = (nextSerial: () => number) => {
  const cache = new WeakMap<object, { readonly version: number; readonly resource: SharedPixels }>();
  return ({ source }: ThreeTexture): SharedPixels | undefined => {
    const image = findImage(source.data);
    if (!image) return undefined;
    const cached = cache.get(image.bytes);
    const { width, height, bytes: sourceBytes, file } = image;
    if (cached?.version === source.version && cached.resource.width === width) return cached.resource;
    const bytes = new Uint8Array(new SharedArrayBuffer(sourceBytes.length));
    bytes.set(sourceBytes);
    const resource = { serial: nextSerial(), width, height, bytes, ...(file && { file }) };
    cache.set(sourceBytes, { version: source.version, resource });
    return resource;
  };
};
