import { Refusal } from '../refusal.ts';
import { entriesIn, entryAt, entryIn, isNatural, naturalIn } from './entries.ts';
import { targetCount } from './repair-meshes.ts';
import type { Entry } from './entries.ts';
import type { Repairs } from './repairs.ts';

const interpolations: readonly unknown[] = [undefined, 'LINEAR', 'STEP', 'CUBICSPLINE'];
const paths: readonly unknown[] = ['translation', 'rotation', 'scale', 'weights'];

/** Animates what only an extension can name. */
const isPointer = (channel: Entry): boolean => {
  const { node, path } = entryIn(channel, 'target') ?? {};
  return node === undefined || path === 'pointer';
};

/** Whether a channel has keyframes, and something to move; notes why not. */
const createCheck = (document: Entry, repairs: Repairs) => {
  const accessors = entriesIn(document, 'accessors');
  const nodes = entriesIn(document, 'nodes');
  const targets = entriesIn(document, 'meshes').map(targetCount);
  return (channel: Entry, samplers: readonly Entry[], where: string): boolean => {
    const { node: index, path } = entryIn(channel, 'target') ?? {};
    const sampler = entryAt(samplers, channel.sampler, 'sampler');
    const times = entryAt(accessors, sampler.input, 'accessor');
    if (naturalIn(times, 'count') === 0) {
      repairs.note('Removed an animation without keyframes', where);
      return false;
    }
    const { mesh } = (isNatural(index) ? nodes[index] : undefined) ?? {};
    if (path === 'weights' && !(isNatural(mesh) && targets[mesh])) {
      repairs.note('Removed an animation of morph targets that the node does not have', where);
      return false;
    }
    return true;
  };
};

/** Of channels that move the same, the last: that is how loaders play them. */
const withoutDuplicates = (channels: readonly Entry[], where: string, repairs: Repairs): Entry[] => {
  const last = new Map<string, Entry>();
  for (const channel of channels) {
    const { node, path } = entryIn(channel, 'target') ?? {};
    const key = `${String(node)} ${String(path)}`;
    if (last.has(key)) repairs.note('Removed an animation that a later one overrides', where);
    last.set(key, channel);
  }
  return [...last.values()];
};

/**
 * Checks what loaders let pass and animations later stumble over, and removes the channels that move nothing.
 * @param document is changed; its meshes are repaired
 * @throws Refusal for an interpolation or a path that does not exist
 */
export const repairClips = (document: Entry, repairs: Repairs): void => {
  const clips = entriesIn(document, 'animations');
  const isPlayed = createCheck(document, repairs);
  for (const [index, clip] of clips.entries()) {
    const named = `animation ${index}`;
    const samplers = entriesIn(clip, 'samplers');
    for (const { interpolation } of samplers) {
      if (!interpolations.includes(interpolation)) {
        throw new Refusal(
          'DAMAGED',
          `${named} has an unknown interpolation, ${JSON.stringify(interpolation)}`,
        );
      }
    }
    const channels = entriesIn(clip, 'channels').filter((channel) => !isPointer(channel));
    for (const channel of channels) {
      const path = entryIn(channel, 'target')?.path;
      if (!paths.includes(path)) {
        throw new Refusal('DAMAGED', `${named} animates an unknown property, ${JSON.stringify(path)}`);
      }
    }
    const where = `/animations/${index}`;
    const played = channels.filter((channel, at) => isPlayed(channel, samplers, `${where}/channels/${at}`));
    clip.channels = withoutDuplicates(played, where, repairs);
  }
  const moving = clips.filter((clip) => entriesIn(clip, 'channels').length > 0);
  if (moving.length > 0) document.animations = moving;
  else delete document.animations;
};
