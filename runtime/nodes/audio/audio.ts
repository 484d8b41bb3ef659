import { actions } from '#spec/actions/index.ts';
import { actionNode } from '../grammar/action-node.ts';
import { category } from '../grammar/node.ts';
import { float } from '../grammar/ports.ts';

const { audio } = actions;

/** For nodes that are about one sound. */
const one = { inputs: ['SoundId'], otherwise: 'No sound is chosen.' };
const ofOne = 'With no sound in it, nothing happens.';

export const audioNodes = category('Audio', {
  PlayAudio: actionNode(
    audio.play,
    { Asset: 'asset', Object: 'object', Volume: 'volume', Pitch: 'pitch', Loop: 'loop' },
    {
      description:
        'Starts a sound of the project, of an object where one is chosen, and fires Out; where the file has yet to be read, once it is. Done fires in the frame after the sound has ended, whichever way: at its end, stopped, or with its object; a loop ends only when it is stopped. Failed fires in place of Out when there is no such sound or object, or there are too many sounds. Done is forgotten when the graph stops, and the sound goes on.',
      outputs: { SoundId: 'soundId' },
      ends: { by: 'soundId', Done: 'sound.ended' },
      fails: true,
    },
  ),
  StopAudio: actionNode(
    audio.stop,
    { SoundId: 'soundId', Object: 'object', FadeOut: 'fadeOut' },
    {
      description:
        'Ends the sound SoundId or, when there is none in it, all sounds of an object, when they have faded out in FadeOut seconds, and fires Out. With both, only when that sound is one of that object. With neither, nothing is ended.',
      someOf: { inputs: ['SoundId', 'Object'], otherwise: 'Neither a sound nor an object is chosen.' },
    },
  ),
  PauseAudio: actionNode(
    audio.pause,
    { SoundId: 'soundId' },
    {
      description: `Lets a sound stand still, and fires Out. ${ofOne}`,
      someOf: one,
    },
  ),
  ResumeAudio: actionNode(
    audio.resume,
    { SoundId: 'soundId' },
    {
      description: `Lets a sound go on that stands still, and fires Out. ${ofOne}`,
      someOf: one,
    },
  ),
  SetAudioVolume: actionNode(
    audio.setVolume,
    { SoundId: 'soundId', Volume: 'volume' },
    {
      description: `Sets the volume of a sound, 0 to 1, and fires Out. ${ofOne}`,
      ports: { Volume: float(1, { minimum: 0, maximum: 1 }) },
      someOf: one,
    },
  ),
  SetAudioPitch: actionNode(
    audio.setPitch,
    { SoundId: 'soundId', Pitch: 'pitch' },
    {
      description: `Sets the factor of speed and pitch of a sound, which goes on from where it is, and fires Out. ${ofOne}`,
      ports: { Pitch: float(1, { minimum: 0.01, maximum: 100 }) },
      someOf: one,
    },
  ),
});
