import { actions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory } from '../dsl/define-node.ts';
import { float } from '../dsl/ports.ts';

const { audio } = actions;

/** Requirement of nodes that act on one particular sound. */
const soundRequirement = { inputs: ['SoundId'], warning: 'No sound is chosen.' };
const noSoundDescription = 'Nothing happens when SoundId is empty.';

export const audioNodes = defineCategory('Audio', {
  PlayAudio: defineActionNode(
    audio.play,
    { Asset: 'asset', Object: 'object', Volume: 'volume', Pitch: 'pitch', Loop: 'loop' },
    {
      description:
        'Starts a sound of the project, on Object when one is chosen, and fires Out. When the file is not loaded yet, the sound starts and Out fires once it is. Done fires in the frame after the sound has ended: at its end, when it is stopped, or when its object is removed; a loop ends only when it is stopped. Failed fires instead of Out when the sound or object does not exist, or when too many sounds are playing. When the graph stops, Done no longer fires, but the sound continues to play.',
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
        'Stops the sound SoundId or, when it is empty, all sounds of Object, after a fade-out of FadeOut seconds, and fires Out. With both, it stops the sound only if it belongs to Object. With neither, nothing is stopped.',
      requireOneOf: { inputs: ['SoundId', 'Object'], warning: 'Neither a sound nor an object is chosen.' },
    },
  ),
  PauseAudio: defineActionNode(
    audio.pause,
    { SoundId: 'soundId' },
    {
      description: `Pauses a sound, then fires Out. ${noSoundDescription}`,
      requireOneOf: soundRequirement,
    },
  ),
  ResumeAudio: defineActionNode(
    audio.resume,
    { SoundId: 'soundId' },
    {
      description: `Resumes a paused sound, then fires Out. ${noSoundDescription}`,
      requireOneOf: soundRequirement,
    },
  ),
  SetAudioVolume: defineActionNode(
    audio.setVolume,
    { SoundId: 'soundId', Volume: 'volume' },
    {
      description: `Sets the volume of a sound, 0 to 1, then fires Out. ${noSoundDescription}`,
      ports: { Volume: float(1, { minimum: 0, maximum: 1 }) },
      requireOneOf: soundRequirement,
    },
  ),
  SetAudioPitch: defineActionNode(
    audio.setPitch,
    { SoundId: 'soundId', Pitch: 'pitch' },
    {
      description: `Sets the speed and pitch factor of a sound from its current position on, then fires Out. ${noSoundDescription}`,
      ports: { Pitch: float(1, { minimum: 0.01, maximum: 100 }) },
      requireOneOf: soundRequirement,
    },
  ),
});
