import { AssetFileError } from '../asset-file-error.ts';
import { componentCounts, numberFormats } from './accessor-layout.ts';
import { findMeshoptCompression } from './gltf-extensions.ts';
import { findObject, getNaturalNumber, getObjectAt, getObjects, getValues } from './json-entries.ts';
import type { JsonObject } from './json-entries.ts';

/**
 * Limits for one model. The limits apply to the loaded model and not only to the file, because a small file can
 * describe a huge model: with accessors without bytes, a mesh used by a thousand nodes, or overlapping buffer views.
 */
export const modelLimits = {
  /** The size of the model file, and of each file next to it. */
  bytes: 64 * 2 ** 20,
  jsonBytes: 16 * 2 ** 20,
  jsonDepth: 64,
  /** The total size of all buffers after decompression. */
  bufferBytes: 256 * 2 ** 20,
  nodes: 20_000,
  nodeDepth: 256,
  materials: 2_000,
  textures: 1_000,
  images: 256,
  /** The total number of pixels in all images. */
  pixels: 4 * 4096 * 4096,
  /** The number of primitives. The primitives of a mesh are counted once for each node that uses the mesh. */
  primitives: 20_000,
  /**
   * The number of indices, or of vertices for primitives without indices. The indices or vertices of a mesh are counted
   * once for each node that uses the mesh.
   */
  vertices: 12_000_000,
  /** The total number of morph targets of all primitives, counted once for each node that uses the mesh (C-302). */
  morphTargets: 5_000,
  /** The number of joints. The joints of a skin are counted once for each node that uses the skin. */
  joints: 50_000,
  clips: 1_000,
  channels: 50_000,
  keyframes: 5_000_000,
} as const;

/** Alternative names for counts whose key doesn't read well in a message. */
const countNames: Readonly<Record<string, string>> = {
  bufferBytes: 'bytes in its buffers',
  morphTargets: 'morph targets',
};

type LimitedCount = Exclude<keyof typeof modelLimits, 'bytes' | 'jsonBytes' | 'jsonDepth' | 'nodeDepth'>;

/**
 * Checks that a model stays within a limit.
 * @throws AssetFileError when the count exceeds the limit in `modelLimits`
 */
export const assertWithinLimit = (kind: LimitedCount, count: number): void => {
  const limit = modelLimits[kind];
  if (count <= limit) return;
  const label = countNames[kind] ?? kind;
  throw new AssetFileError('TOO_LARGE', `it would have ${count} ${label}; the limit is ${limit}`, { limit });
};

const sum = <T>(list: readonly T[], amount: (item: T) => number): number =>
  list.reduce((total, item) => total + amount(item), 0);

/**
 * Returns the list entry whose index is stored under a key. Returns 0 when there is no index or the index is out of
 * range.
 */
const getByIndex = (list: readonly number[], owner: JsonObject, key: string): number =>
  owner[key] === undefined ? 0 : (list[getNaturalNumber(owner, key)] ?? 0);

/**
 * Checks the size that a model would have after loading, before any memory is allocated for the model.
 * @throws AssetFileError when the size exceeds one of the `modelLimits`
 */
export const checkModelSize = (document: JsonObject): void => {
  const list = (key: string): JsonObject[] => getObjects(document, key);
  const nodes = list('nodes');
  const accessors = list('accessors');
  const counts = accessors.map((accessor) => getNaturalNumber(accessor, 'count'));
  assertWithinLimit('nodes', nodes.length);
  for (const kind of ['materials', 'textures', 'images'] as const) assertWithinLimit(kind, list(kind).length);

  const accessorBytes = (accessor: JsonObject): number =>
    getNaturalNumber(accessor, 'count') *
    (componentCounts[String(accessor.type)] ?? 16) *
    (numberFormats[Number(accessor.componentType)]?.bytes ?? 4);
  assertWithinLimit('bufferBytes', sum(accessors, accessorBytes));
  const viewBytes = (view: JsonObject): number => {
    const packed = findMeshoptCompression(view);
    return packed
      ? getNaturalNumber(packed, 'count') * getNaturalNumber(packed, 'byteStride')
      : getNaturalNumber(view, 'byteLength');
  };
  assertWithinLimit('bufferBytes', sum(list('bufferViews'), viewBytes));

  const primitives = list('meshes').map((mesh) => getObjects(mesh, 'primitives'));
  const corners = (primitive: JsonObject): number =>
    primitive.indices === undefined
      ? getByIndex(counts, findObject(primitive, 'attributes') ?? {}, 'POSITION')
      : getByIndex(counts, primitive, 'indices');
  const primitiveCounts = primitives.map(({ length }) => length);
  const vertexCounts = primitives.map((all) => sum(all, corners));
  const targetCounts = primitives.map((all) =>
    sum(all, (primitive) => getObjects(primitive, 'targets').length),
  );
  const jointCounts = list('skins').map((skin) => getValues(skin, 'joints').length);
  assertWithinLimit(
    'primitives',
    sum(nodes, (node) => getByIndex(primitiveCounts, node, 'mesh')),
  );
  assertWithinLimit(
    'vertices',
    sum(nodes, (node) => getByIndex(vertexCounts, node, 'mesh')),
  );
  assertWithinLimit(
    'morphTargets',
    sum(nodes, (node) => getByIndex(targetCounts, node, 'mesh')),
  );
  assertWithinLimit(
    'joints',
    sum(nodes, (node) => getByIndex(jointCounts, node, 'skin')),
  );

  const clips = list('animations');
  assertWithinLimit('clips', clips.length);
  assertWithinLimit(
    'channels',
    sum(clips, (clip) => getObjects(clip, 'channels').length),
  );
  const keyframes = (clip: JsonObject): number => {
    const samplers = getObjects(clip, 'samplers');
    return sum(getObjects(clip, 'channels'), (channel) => {
      const sampler = getObjectAt(samplers, channel.sampler, 'sampler');
      return Math.max(getByIndex(counts, sampler, 'input'), getByIndex(counts, sampler, 'output'));
    });
  };
  assertWithinLimit('keyframes', sum(clips, keyframes));
};
