import { Refusal } from '../refusal.ts';
import { entriesIn, entryIn } from './entries.ts';
import type { Entry } from './entries.ts';

const interpolations: readonly unknown[] = [undefined, 'LINEAR', 'STEP', 'CUBICSPLINE'];
const paths: readonly unknown[] = ['translation', 'rotation', 'scale', 'weights'];

/** Animates what only an extension can name. */
const isPointer = (channel: Entry): boolean => entryIn(channel, 'target')?.path === 'pointer';

/**
 * Checks what loaders let pass and animations later stumble over, and takes out the channels that lead nowhere.
 * @throws Refusal for an interpolation or a path that there is not.
 */
export const checkClips = (document: Entry): void => {
  const clips = entriesIn(document, 'animations');
  for (const [index, clip] of clips.entries()) {
    const where = `animation ${index}`;
    for (const { interpolation } of entriesIn(clip, 'samplers')) {
      if (!interpolations.includes(interpolation)) {
        throw new Refusal(
          'DAMAGED',
          `${where} has an unknown interpolation, ${JSON.stringify(interpolation)}`,
        );
      }
    }
    clip.channels = entriesIn(clip, 'channels').filter((channel) => !isPointer(channel));
    for (const channel of entriesIn(clip, 'channels')) {
      const path = entryIn(channel, 'target')?.path;
      if (!paths.includes(path)) {
        throw new Refusal('DAMAGED', `${where} animates an unknown property, ${JSON.stringify(path)}`);
      }
    }
  }
  const moving = clips.filter((clip) => entriesIn(clip, 'channels').length > 0);
  if (moving.length > 0) document.animations = moving;
  else delete document.animations;
};
