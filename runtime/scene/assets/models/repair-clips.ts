import { AssetFileError } from '../asset-file-error.ts';
import { getObjects, getObjectAt, findObject, isNaturalNumber, getNaturalNumber } from './json-entries.ts';
import { countMorphTargets } from './repair-meshes.ts';
import type { JsonObject } from './json-entries.ts';
import type { RepairLog } from './repair-log.ts';

const interpolations: readonly unknown[] = [undefined, 'LINEAR', 'STEP', 'CUBICSPLINE'];
const paths: readonly unknown[] = ['translation', 'rotation', 'scale', 'weights'];

/** Whether a channel's target can only be resolved with an extension. */
const isPointerChannel = (channel: JsonObject): boolean => {
  const { node, path } = findObject(channel, 'target') ?? {};
  return node === undefined || path === 'pointer';
};

/**
 * Creates a function that indicates whether a channel has keyframes and a target. The function logs a repair for each
 * channel that lacks either.
 */
const createChannelCheck = (document: JsonObject, repairs: RepairLog) => {
  const accessors = getObjects(document, 'accessors');
  const nodes = getObjects(document, 'nodes');
  const targets = getObjects(document, 'meshes').map(countMorphTargets);
  return (channel: JsonObject, samplers: readonly JsonObject[], pointer: string): boolean => {
    const { node: index, path } = findObject(channel, 'target') ?? {};
    const sampler = getObjectAt(samplers, channel.sampler, 'sampler');
    const times = getObjectAt(accessors, sampler.input, 'accessor');
    if (getNaturalNumber(times, 'count') === 0) {
      repairs.note('Removed an animation without keyframes', pointer);
      return false;
    }
    const { mesh } = (isNaturalNumber(index) ? nodes[index] : undefined) ?? {};
    if (path === 'weights' && !(isNaturalNumber(mesh) && targets[mesh])) {
      repairs.note('Removed an animation of morph targets that the node does not have', pointer);
      return false;
    }
    return true;
  };
};

/** Keeps only the last of several channels for the same property, which is the channel that loaders play. */
const removeDuplicateChannels = (
  channels: readonly JsonObject[],
  pointer: string,
  repairs: RepairLog,
): JsonObject[] => {
  const last = new Map<string, JsonObject>();
  for (const channel of channels) {
    const { node, path } = findObject(channel, 'target') ?? {};
    const key = `${String(node)} ${String(path)}`;
    if (last.has(key)) repairs.note('Removed an animation that a later one overrides', pointer);
    last.set(key, channel);
  }
  return [...last.values()];
};

/**
 * Rejects animations that loaders accept but playback can't handle, and removes channels that have no effect.
 * @param document the document to change; its meshes must already be repaired
 * @throws AssetFileError for an unknown interpolation or path
 */
export const repairClips = (document: JsonObject, repairs: RepairLog): void => {
  const clips = getObjects(document, 'animations');
  const isPlayed = createChannelCheck(document, repairs);
  for (const [index, clip] of clips.entries()) {
    const label = `animation ${index}`;
    const samplers = getObjects(clip, 'samplers');
    for (const { interpolation } of samplers) {
      if (!interpolations.includes(interpolation)) {
        throw new AssetFileError(
          'DAMAGED',
          `${label} has an unknown interpolation: ${JSON.stringify(interpolation)}`,
        );
      }
    }
    const channels = getObjects(clip, 'channels').filter((channel) => !isPointerChannel(channel));
    for (const channel of channels) {
      const path = findObject(channel, 'target')?.path;
      if (!paths.includes(path)) {
        throw new AssetFileError('DAMAGED', `${label} animates an unknown property: ${JSON.stringify(path)}`);
      }
    }
    const pointer = `/animations/${index}`;
    const playable = channels.filter((channel, at) =>
      isPlayed(channel, samplers, `${pointer}/channels/${at}`),
    );
    clip.channels = removeDuplicateChannels(playable, pointer, repairs);
  }
  const moving = clips.filter((clip) => getObjects(clip, 'channels').length > 0);
  if (moving.length > 0) document.animations = moving;
  else delete document.animations;
};
