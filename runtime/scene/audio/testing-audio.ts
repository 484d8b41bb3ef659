import { ApiError } from '#spec/errors.ts';
import { createSoundPlayer } from './sound-player.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SoundRequest } from './live-sounds.ts';

const durations: Readonly<Record<string, number>> = {
  'chime.wav': 1,
  'click.wav': 0.1,
  'song.ogg': 90,
  'nothing.wav': 0,
};

/** The assets that the test sounds can play. */
export const assets = Object.keys(durations);

const defaultRequest: SoundRequest = {
  ...{ asset: 'chime.wav', volume: 1, pitch: 1, loop: false, spatial: false, fadeIn: 0 },
};

/** Creates sounds that advance at a given frame rate, and records their events. */
export const createTestAudio = ({ fps = 60, maxSounds = 100 } = {}) => {
  const objects = new Map<string, Vector3>();
  const listener: { at: Vector3 | undefined } = { at: { x: 0, y: 0, z: 0 } };
  const log: string[] = [];
  let tweens = 0;
  const audio = createSoundPlayer({
    getDuration(asset) {
      const duration = durations[asset];
      if (duration === undefined) throw new ApiError('ASSET_NOT_FOUND', `There is no asset '${asset}'.`);
      return duration;
    },
    findPosition: (objectId) => objects.get(objectId),
    findListener: () => listener.at,
    createTweenId: () => `tween-${++tweens}`,
    maxSounds,
  });
  audio.onEnded((soundId, reason) => log.push(`${soundId} ${reason}`));
  audio.onFadeEnded(({ tweenId, soundId, reason }) => log.push(`${tweenId} of ${soundId} ${reason}`));

  return {
    ...{ audio, objects, listener, log },
    play: (request: Partial<SoundRequest> = {}) => audio.play({ ...defaultRequest, ...request }).soundId,
    getSound(soundId: string) {
      const sound = audio.list().find((listed) => listed.soundId === soundId);
      if (!sound) throw new Error(`${soundId} has ended`);
      return sound;
    },
    step(ticks = 1) {
      for (let tick = 0; tick < ticks; tick++) audio.advance(1 / fps);
    },
  };
};
