import { actions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory } from '../dsl/define-node.ts';
import { float } from '../dsl/ports.ts';

const { audio } = actions;

/** For nodes that are about one sound. */
const requireSound = { inputs: ['SoundId'], otherwise: 'No sound is chosen.' };
const noSoundDescription = 'With no sound in it, nothing happens.';

export const audioNodes = defineCategory('Audio', {
  PlayAudio: defineActionNode(
    audio.play,
    { Asset: 'asset', Object: 'object', Volume: 'volume', Pitch: 'pitch', Loop: 'loop' },
    {
      description:
        'Starts a sound of the project, of an object where one is chosen, and fires Out; where the file has yet to be read, once it is. Done fires in the frame after the sound has ended, whichever way: at its end, stopped, or with its object; a loop ends only when it is stopped. Failed fires in place of Out when there is no such sound or object, or there are too many sounds. Done is forgotten when the graph stops, and the sound goes on.',
      outputs: { SoundId: 'soundId' },
      ends: { by: 'soundId', Done: 'sound.ended' },
      hasFailedOutput: true,
    },
  ),
  StopAudio: defineActionNode(
    audio.stop,
    { SoundId: 'soundId', Object: 'object', FadeOut: 'fadeOut' },
    {
      description:
        'Ends the sound SoundId or, when there is none in it, all sounds of an object, when they have faded out in FadeOut seconds, and fires Out. With both, only when that sound is one of that object. With neither, nothing is ended.',
      requireOneOf: { inputs: ['SoundId', 'Object'], otherwise: 'Neither a sound nor an object is chosen.' },
    },
  ),
  PauseAudio: defineActionNode(
    audio.pause,
    { SoundId: 'soundId' },
    {
      description: `Lets a sound stand still, and fires Out. ${noSoundDescription}`,
      requireOneOf: requireSound,
    },
  ),
  ResumeAudio: defineActionNode(
    audio.resume,
    { SoundId: 'soundId' },
    {
      description: `Lets a sound go on that stands still, and fires Out. ${noSoundDescription}`,
      requireOneOf: requireSound,
    },
  ),
  SetAudioVolume: defineActionNode(
    audio.setVolume,
    { SoundId: 'soundId', Volume: 'volume' },
    {
      description: `Sets the volume of a sound, 0 to 1, and fires Out. ${noSoundDescription}`,
      ports: { Volume: float(1, { minimum: 0, maximum: 1 }) },
      requireOneOf: requireSound,
    },
  ),
  SetAudioPitch: defineActionNode(
    audio.setPitch,
    { SoundId: 'soundId', Pitch: 'pitch' },
    {
      description: `Sets the factor of speed and pitch of a sound, which goes on from where it is, and fires Out. ${noSoundDescription}`,
      ports: { Pitch: float(1, { minimum: 0.01, maximum: 100 }) },
      requireOneOf: requireSound,
    },
  ),
});
