import { Refusal } from '../refusal.ts';
import { componentCounts, numberFormats } from './accessor-layout.ts';
import { entriesIn, entryAt, entryIn, naturalIn, valuesIn } from './entries.ts';
import { compressionOf } from './extensions.ts';
import { modelLimits } from './limits.ts';
import type { Entry } from './entries.ts';

/** What is counted, where it has another name in English. */
const names: Readonly<Record<string, string>> = {
  bufferBytes: 'bytes in its buffers',
  morphTargets: 'morph targets',
};

type Limited = Exclude<keyof typeof modelLimits, 'bytes' | 'jsonBytes' | 'jsonDepth' | 'nodeDepth'>;

/** @throws Refusal when a model would have more of something than models may have. */
export const refuseBeyond = (what: Limited, count: number): void => {
  const limit = modelLimits[what];
  if (count <= limit) return;
  const named = names[what] ?? what;
  throw new Refusal('TOO_LARGE', `it would have ${count} ${named} of ${limit} that it may have`, { limit });
};

const sum = <T>(list: readonly T[], amount: (one: T) => number): number =>
  list.reduce((total, one) => total + amount(one), 0);

/** What is at the place that an index names; nothing when it names none. */
const through = (list: readonly number[], owner: Entry, key: string): number =>
  owner[key] === undefined ? 0 : (list[naturalIn(owner, key)] ?? 0);

/**
 * Bounds what a document would become, before any memory is taken for it.
 * @throws Refusal
 */
export const checkSizes = (document: Entry): void => {
  const list = (key: string): Entry[] => entriesIn(document, key);
  const nodes = list('nodes');
  const accessors = list('accessors');
  const counts = accessors.map((accessor) => naturalIn(accessor, 'count'));
  refuseBeyond('nodes', nodes.length);
  for (const what of ['materials', 'textures', 'images'] as const) refuseBeyond(what, list(what).length);

  const accessorBytes = (accessor: Entry): number =>
    naturalIn(accessor, 'count') *
    (componentCounts[String(accessor.type)] ?? 16) *
    (numberFormats[Number(accessor.componentType)]?.bytes ?? 4);
  refuseBeyond('bufferBytes', sum(accessors, accessorBytes));
  const viewBytes = (view: Entry): number => {
    const packed = compressionOf(view);
    return packed
      ? naturalIn(packed, 'count') * naturalIn(packed, 'byteStride')
      : naturalIn(view, 'byteLength');
  };
  refuseBeyond('bufferBytes', sum(list('bufferViews'), viewBytes));

  const primitives = list('meshes').map((mesh) => entriesIn(mesh, 'primitives'));
  const corners = (primitive: Entry): number =>
    primitive.indices === undefined
      ? through(counts, entryIn(primitive, 'attributes') ?? {}, 'POSITION')
      : through(counts, primitive, 'indices');
  const primitiveCounts = primitives.map(({ length }) => length);
  const vertexCounts = primitives.map((all) => sum(all, corners));
  const targetCounts = primitives.map((all) =>
    sum(all, (primitive) => entriesIn(primitive, 'targets').length),
  );
  const jointCounts = list('skins').map((skin) => valuesIn(skin, 'joints').length);
  refuseBeyond(
    'primitives',
    sum(nodes, (node) => through(primitiveCounts, node, 'mesh')),
  );
  refuseBeyond(
    'vertices',
    sum(nodes, (node) => through(vertexCounts, node, 'mesh')),
  );
  refuseBeyond(
    'morphTargets',
    sum(nodes, (node) => through(targetCounts, node, 'mesh')),
  );
  refuseBeyond(
    'joints',
    sum(nodes, (node) => through(jointCounts, node, 'skin')),
  );

  const clips = list('animations');
  refuseBeyond('clips', clips.length);
  refuseBeyond(
    'channels',
    sum(clips, (clip) => entriesIn(clip, 'channels').length),
  );
  const keyframes = (clip: Entry): number => {
    const samplers = entriesIn(clip, 'samplers');
    return sum(entriesIn(clip, 'channels'), (channel) => {
      const sampler = entryAt(samplers, channel.sampler, 'sampler');
      return Math.max(through(counts, sampler, 'input'), through(counts, sampler, 'output'));
    });
  };
  refuseBeyond('keyframes', sum(clips, keyframes));
};
