import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { assetName, objectTag, seconds } from './parameter-schemas.ts';

/** How loudness falls with distance, named after the distance models of the Web Audio API. */
const rolloffModels = z.enum(['linear', 'inverse', 'exponential']);
export type Rolloff = z.output<typeof rolloffModels>;

const soundId = z.string().describe('Id of the sound');
const soundSelector = z.string().min(1).describe('Id of a sound that is playing or paused');

/** Selects the sounds that match all given fields. Without fields, selects all sounds that are playing or paused. */
const soundFilter = {
  soundId: soundSelector.optional().describe('Only this sound'),
  object: objectTag.optional().describe('Only sounds of the object with this tag'),
};

const volume = z.number().min(0).max(1);
const pitch = z.number().min(0.01).max(100);
const distance = z.number().min(0.001).max(1_000_000);

const SpatialSettings = z.object({
  spatial: z.boolean().describe('Whether it is heard from the position of its object'),
  minDistance: z.number().describe('Distance in metres within which it is at full volume'),
  maxDistance: z.number().describe('Distance in metres beyond which a linear rolloff is constant'),
  rolloff: rolloffModels.describe('How loudness falls with distance, as in the Web Audio API'),
  rolloffFactor: z.number().describe('How fast loudness falls with distance'),
});

const MasterSettings = z.object({
  volume: z.number().describe('Factor on the volume of every sound, 0 to 1'),
  muted: z.boolean().describe('Whether all sound is muted'),
});

/** A sound, as returned by audio.list. */
export const SoundRecord = z.object({
  soundId,
  asset: z.string().describe('Exact name of the asset, with its extension'),
  object: z.string().optional().describe('Tag of its object'),
  duration: z.number().min(0).describe('Length of the asset in seconds at pitch 1'),
  position: z.number().min(0).describe('Position in seconds of the asset, 0 to duration'),
  state: z.enum(['playing', 'paused']).describe('Whether it is playing'),
  volume: volume.describe('Volume, 0 to 1'),
  pitch: pitch.describe('Factor of speed and pitch'),
  loop: z.boolean().describe('Whether it loops'),
  ...SpatialSettings.shape,
  gain: volume.describe('Audible level, 0 to 1: volume by fade, distance and master volume'),
});

export const audioActions = {
  play: defineAction({
    summary: 'Start a sound',
    description:
      'Returns at once with an id that is valid until the sound ends. It ends at the ' +
      'end of its asset, unless it loops; when it is stopped; and with its object.',
    parameters: () => ({
      asset: assetName,
      object: objectTag.optional().describe('Tag of the object that the sound belongs to and comes from'),
      volume: volume.default(1).describe('Volume, 0 to 1'),
      pitch: pitch.default(1).describe('Factor of speed and pitch; 2 is twice as fast and an octave higher'),
      loop: z.boolean().default(false).describe('Whether to loop until it is stopped'),
      spatial: z
        .boolean()
        .default(false)
        .describe(
          'Whether it is heard from the position of its object; without object it is heard at close range',
        ),
      fadeIn: seconds.default(0).describe('Seconds of fade-in'),
    }),
    example: { asset: 'chime.wav', volume: 0.8 },
    result: () => ({ soundId, duration: z.number().describe('Length of the asset in seconds at pitch 1') }),
  }),
  pause: defineAction({
    summary: 'Pause one sound, those of an object, or all',
    description: 'Fades pause too.',
    parameters: () => soundFilter,
    result: () => ({ count: z.int().describe('Number of sounds that were playing') }),
  }),
  resume: defineAction({
    summary: 'Resume one sound, those of an object, or all',
    parameters: () => soundFilter,
    result: () => ({ count: z.int().describe('Number of sounds that were paused') }),
  }),
  stop: defineAction({
    summary: 'Stop one sound, those of an object, or all',
    parameters: () => ({
      ...soundFilter,
      fadeOut: seconds.default(0).describe('Seconds of fade-out; paused sounds end at once'),
    }),
    result: () => ({ count: z.int().describe('Number of sounds that end') }),
  }),
  seek: defineAction({
    summary: 'Seek to a time of a sound',
    parameters: () => ({
      soundId: soundSelector,
      time: seconds.describe(
        'Seconds of the asset; beyond its end, a looping sound starts again and any other stays at its end',
      ),
    }),
    result: () => ({ time: z.number().describe('New position in seconds of the asset') }),
  }),
  setVolume: defineAction({
    summary: 'Set the volume of one sound, those of an object, or all',
    description: 'Fails if there is no such sound.',
    parameters: () => ({ ...soundFilter, volume: volume.describe('New volume, 0 to 1') }),
    result: () => ({
      previous: z.number().describe('Previous volume; of the oldest sound if there are several'),
    }),
  }),
  setPitch: defineAction({
    summary: 'Set the pitch of one sound, those of an object, or all',
    description: 'Fails if there is no such sound. Sounds continue from their current position.',
    parameters: () => ({
      ...soundFilter,
      pitch: pitch.describe('New factor of speed and pitch; 2 is twice as fast and an octave higher'),
    }),
    result: () => ({
      previous: z.number().describe('Previous factor; of the oldest sound if there are several'),
    }),
  }),
  setSpatial: defineAction({
    summary: 'Set whether a sound is spatial, and how far it carries',
    description: 'Omitted fields do not change.',
    parameters: () => ({
      soundId: soundSelector,
      spatial: z.boolean().describe('Whether it is heard from the position of its object'),
      minDistance: distance
        .optional()
        .describe('Distance in metres within which it is at full volume; initially 1'),
      maxDistance: distance
        .optional()
        .describe(
          'Distance in metres beyond which a linear rolloff is constant, more than minDistance; initially 10000',
        ),
      rolloff: rolloffModels
        .optional()
        .describe('How loudness falls with distance, as in the Web Audio API; initially inverse'),
      rolloffFactor: z
        .number()
        .min(0)
        .max(100)
        .optional()
        .describe(
          'How fast loudness falls with distance; initially 1, which is also the maximum for a linear rolloff',
        ),
    }),
    result: () => ({ previous: SpatialSettings.describe('The previous settings') }),
  }),
  fade: defineAction({
    summary: 'Fade a sound over time',
    description:
      'Fades a separate factor of the volume, which starts at 1, or at 0 with fadeIn. A running fade of the ' +
      'sound is replaced.',
    parameters: () => ({
      soundId: soundSelector,
      to: volume.describe('Target fraction of the volume, 0 to 1'),
      time: seconds.describe('Duration in seconds; 0 reaches the target at the next tick'),
      stopAtEnd: z.boolean().default(false).describe('Whether the sound ends after the fade'),
    }),
    example: { soundId: 'sound-1', to: 0, time: 2, stopAtEnd: true },
    result: () => ({ tweenId: z.string().describe('Id of the fade') }),
  }),
  setMasterVolume: defineAction({
    summary: 'Set the master volume',
    parameters: () => ({
      volume: volume.describe('Factor on the volume of every sound, 0 to 1'),
      muted: z.boolean().optional().describe('Whether to mute all sound; unchanged by default'),
    }),
    result: () => ({ previous: MasterSettings.describe('The previous settings') }),
  }),
  list: defineAction({
    summary: 'List the sounds that are playing or paused, oldest first',
    parameters: () => ({}),
    result: () => ({ sounds: z.array(SoundRecord).describe('The sounds') }),
    scans: true,
  }),
} as const;
