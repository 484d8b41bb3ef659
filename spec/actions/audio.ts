import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { assetName, objectTag, seconds } from './parameter-schemas.ts';

/** How loudness falls with distance: the distance models of the Web Audio API. */
const rolloffModels = z.enum(['linear', 'inverse', 'exponential']);
export type Rolloff = z.output<typeof rolloffModels>;

const soundId = z.string().describe('Id of the sound');
const soundSelector = z.string().min(1).describe('Id of a sound that is playing or paused');

/** Which sounds are meant: all that playing or paused are when neither is given, those that both fit when both are. */
const soundFilter = {
  soundId: soundSelector.optional().describe('Only this sound'),
  object: objectTag.optional().describe('Only sounds of the object with this tag'),
};

const volume = z.number().min(0).max(1);
const pitch = z.number().min(0.01).max(100);
const distance = z.number().min(0.001).max(1_000_000);

/** What makes a sound one that comes from a place. */
const SpatialSettings = z.object({
  spatial: z.boolean().describe('Whether it is heard from where its object is'),
  minDistance: z.number().describe('Metres within which it is at its loudest'),
  maxDistance: z.number().describe('Metres from which a linear rolloff falls no further'),
  rolloff: rolloffModels.describe('How loudness falls with distance, as in the Web Audio API'),
  rolloffFactor: z.number().describe('How fast loudness falls with distance'),
});

const MasterSettings = z.object({
  volume: z.number().describe('Factor on the volume of every sound, 0 to 1'),
  muted: z.boolean().describe('Whether nothing is heard at all'),
});

/** A sound as audio.list shows it. */
export const SoundRecord = z.object({
  soundId,
  asset: z.string().describe('Exact name of the asset, with its extension'),
  object: z.string().optional().describe('Tag of the object that it belongs to'),
  duration: z.number().min(0).describe('Seconds of the asset at pitch 1'),
  position: z.number().min(0).describe('Seconds into the asset, 0 to duration'),
  state: z.enum(['playing', 'paused']).describe('Whether time passes for it'),
  volume: volume.describe('Volume, 0 to 1'),
  pitch: pitch.describe('Factor of speed and pitch'),
  loop: z.boolean().describe('Whether it begins again at its end'),
  ...SpatialSettings.shape,
  gain: volume.describe('What is heard of it, 0 to 1: volume by fade, distance and master volume'),
});

export const audioActions = {
  play: defineAction({
    summary: 'Start a sound',
    description:
      'Answers at once, with the id by which the other actions know the sound until it ends. It ends when it has come to the ' +
      'end of its asset, unless it loops; when it is stopped; and with its object.',
    parameters: () =>
      z.object({
        asset: assetName,
        object: objectTag.optional().describe('Tag of the object that the sound belongs to, and comes from'),
        volume: volume.default(1).describe('Volume, 0 to 1'),
        pitch: pitch
          .default(1)
          .describe('Factor of speed and pitch; 2 is twice as fast and an octave higher'),
        loop: z.boolean().default(false).describe('Whether to begin again at the end, until it is stopped'),
        spatial: z
          .boolean()
          .default(false)
          .describe(
            'Whether it is heard from where its object is; without object it is heard as from close by',
          ),
        fadeIn: seconds.default(0).describe('Seconds to rise from silence'),
      }),
    result: () => z.object({ soundId, duration: z.number().describe('Seconds of the asset at pitch 1') }),
  }),
  pause: defineAction({
    summary: 'Let one sound, those of an object, or all stand still',
    description: 'Fades stand still with them.',
    parameters: () => z.object(soundFilter),
    result: () => z.object({ count: z.int().describe('Sounds that were playing until now') }),
  }),
  resume: defineAction({
    summary: 'Let one sound, those of an object, or all go on',
    parameters: () => z.object(soundFilter),
    result: () => z.object({ count: z.int().describe('Sounds that were paused until now') }),
  }),
  stop: defineAction({
    summary: 'End one sound, those of an object, or all',
    parameters: () =>
      z.object({
        ...soundFilter,
        fadeOut: seconds
          .default(0)
          .describe('Seconds to fall to silence before the end; sounds that are paused end at once'),
      }),
    result: () => z.object({ count: z.int().describe('Sounds that end') }),
  }),
  seek: defineAction({
    summary: 'Jump to a moment of a sound',
    parameters: () =>
      z.object({
        soundId: soundSelector,
        time: seconds.describe(
          'Seconds into the asset; beyond its end a sound that loops begins again, any other is at its end',
        ),
      }),
    result: () => z.object({ time: z.number().describe('Seconds into the asset, now') }),
  }),
  setVolume: defineAction({
    summary: 'Set the volume of one sound, those of an object, or all',
    description: 'Is refused when there is no such sound.',
    parameters: () => z.object({ ...soundFilter, volume: volume.describe('Volume to take, 0 to 1') }),
    result: () =>
      z.object({ previous: z.number().describe('The volume before, that of the oldest of several') }),
  }),
  setPitch: defineAction({
    summary: 'Set the pitch of one sound, those of an object, or all',
    description: 'Is refused when there is no such sound. Sounds go on from where they are.',
    parameters: () =>
      z.object({
        ...soundFilter,
        pitch: pitch.describe('Factor of speed and pitch to take; 2 is twice as fast and an octave higher'),
      }),
    result: () =>
      z.object({ previous: z.number().describe('The factor before, that of the oldest of several') }),
  }),
  setSpatial: defineAction({
    summary: 'Say whether a sound comes from a place, and how far it carries',
    description: 'What is absent stays as it is.',
    parameters: () =>
      z.object({
        soundId: soundSelector,
        spatial: z.boolean().describe('Whether it is heard from where its object is'),
        minDistance: distance.optional().describe('Metres within which it is at its loudest; 1 at first'),
        maxDistance: distance
          .optional()
          .describe(
            'Metres from which a linear rolloff falls no further, more than minDistance; 10000 at first',
          ),
        rolloff: rolloffModels
          .optional()
          .describe('How loudness falls with distance, as in the Web Audio API; inverse at first'),
        rolloffFactor: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .describe('How fast loudness falls with distance; 1 at first, and at most for a linear rolloff'),
      }),
    result: () => z.object({ previous: SpatialSettings.describe('How it was before') }),
  }),
  fade: defineAction({
    summary: 'Raise or lower a sound over time',
    description:
      'Works on a factor of its own beside the volume, which begins at 1, or at 0 with fadeIn. A fade that is under way on the ' +
      'sound is replaced.',
    parameters: () =>
      z.object({
        soundId: soundSelector,
        to: volume.describe('Share of the volume to arrive at, 0 to 1'),
        time: seconds.describe('Seconds to get there; 0 arrives at the next tick'),
        stopAtEnd: z.boolean().default(false).describe('Whether the sound ends there'),
      }),
    result: () => z.object({ tweenId: z.string().describe('Id of the fade') }),
  }),
  setMasterVolume: defineAction({
    summary: 'Set how loud everything is',
    parameters: () =>
      z.object({
        volume: volume.describe('Factor on the volume of every sound, 0 to 1'),
        muted: z
          .boolean()
          .optional()
          .describe('Whether nothing is to be heard at all; as it is now when absent'),
      }),
    result: () => z.object({ previous: MasterSettings.describe('How it was before') }),
  }),
  list: defineAction({
    summary: 'List the sounds that are playing or paused, oldest first',
    parameters: () => z.object({}),
    result: () => z.object({ sounds: z.array(SoundRecord).describe('The sounds') }),
  }),
} as const;
