import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { loopModes } from './loop-modes.ts';
import { easing, newName, objectTag, seconds } from './parameter-schemas.ts';

const loopMode = z
  .enum(loopModes)
  .describe(
    'At the end of the clip: once ends, loop begins again, pingPong turns round, clampForever holds the last pose',
  );

/** Most blend layers that an object has, and items of a set. */
export const maxAnimationLayers = 64;

const playbackId = z.string().describe('Id of the playback, as its events carry it');
const clip = z.string().min(1).max(256).describe('Name of a clip of the object; animation.clips lists them');
const weight = z.number().min(0).max(1).describe('Share in the blend, 0 to 1');
const speed = z.number().min(-100).max(100).describe('Seconds of the clip per second; backwards below 0');
const layer = z
  .int()
  .min(0)
  .max(maxAnimationLayers - 1);

const MarkerRecord = z.object({
  name: newName.describe('What the event calls it'),
  position: seconds.describe('Seconds into the clip, up to its end'),
});

const markers = z
  .array(z.strictObject(MarkerRecord.shape))
  .max(100)
  .describe('Moments that are told when they are passed, each by an event animation.playback.marker');

/** How a clip is played. */
const playbackOptions = {
  clip,
  loopMode: loopMode.default('once'),
  speed: speed.default(1),
  weight: weight.default(1),
  additive: z
    .boolean()
    .default(false)
    .describe('Whether it is added to what the others make, as the difference from its first frame'),
  layer: layer.optional().describe('Blend layer to hold; the lowest free one when absent'),
  startTime: seconds
    .default(0)
    .describe('Seconds into the clip to begin at; 0 is its end for one that is played backwards'),
  fadeIn: seconds.default(0).describe('Seconds in which its weight rises from 0'),
  mask: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Name of a node below the object: only this and what hangs under it is moved'),
};

const group = newName
  .optional()
  .describe('A name that several playbacks share, to be paused, stopped and weighted by');

/** What is worth knowing of a playback that was started all the same (description: 'Layer 2 actions', warnings). */
const PlaybackWarning = z.object({
  code: z.enum(['additiveNoBaseWriter', 'additiveCoverageUnknown']).describe('What it is about'),
  message: z.string().describe('The same for people'),
  clip: z.string().describe('The clip that it is about'),
  properties: z
    .array(z.string())
    .optional()
    .describe('The properties that no clip writes which is not additive itself'),
  scope: z.enum(['clip', 'base']).optional().describe('Whether it is the additive clip or one below it'),
  reason: z.string().optional().describe('Why it is not known what the clip writes'),
});

const warnings = z.array(PlaybackWarning).describe('What to know of it, as it was when it began');

/** Which playbacks are meant: those for which all that is given holds. */
const playbackFilter = {
  object: objectTag.optional().describe('Only playbacks of the object with this tag'),
  clip: clip.optional().describe('Only playbacks of this clip'),
  playbackId: z.string().min(1).optional().describe('Only this playback'),
};
const playbackSelection = {
  ...playbackFilter,
  group: newName.optional().describe('Only playbacks of this group'),
};

/** A live playback as animation.playbacks shows it. */
export const PlaybackRecord = z.object({
  playbackId,
  object: z.string().describe('Tag of the object'),
  clip: z.string().describe('Name of the clip'),
  state: z.enum(['playing', 'paused', 'held']).describe('Whether it moves, stands, or holds its last pose'),
  layer: z.int().describe('The blend layer that it holds'),
  group: z.string().optional().describe('The group that it was started in'),
  loopMode,
  speed,
  weight: weight.describe('Its weight, apart from fades'),
  effectiveWeight: weight.describe('Its weight at the moment'),
  additive: z.boolean().describe('Whether it is added to the others'),
  mask: z.string().optional().describe('The node below which it moves things'),
  time: z.number().describe('Seconds into the clip'),
  duration: z.number().describe('Seconds of the clip'),
  direction: z.enum(['forward', 'backward']).describe('Which way it goes through the clip'),
  loops: z.int().describe('Loops that it has finished'),
  markers: z.array(MarkerRecord).describe('The moments that it tells, those of the clip included'),
});

/** What is between two keys: a straight way, the first of them, or a cubic spline with the tangents of the keys. */
export const interpolations = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;

/** What keys hold: a value of a property of that type, a quaternion, or a weight for each morph target of a mesh. */
export const trackTypes = [
  'Float',
  'Integer',
  'Vector3',
  'Color',
  'Boolean',
  'String',
  'Dropdown',
  'Quaternion',
  'Weights',
] as const;

/** A clip as animation.clips shows it. */
export const ClipRecord = z.object({
  name: z.string().describe('Name of the clip'),
  duration: z.number().describe('Seconds'),
  markers: z.array(MarkerRecord).describe('Moments of the clip itself'),
  tracks: z
    .array(
      z.object({
        target: z
          .string()
          .describe('Names from the object down to what it moves; empty for the object itself'),
        component: z.string().describe('The component that the property is of'),
        property: z.string().describe('The property'),
        type: z.enum(trackTypes).describe('What its keys hold'),
        interpolation: z.enum(interpolations).describe('What lies between two keys'),
        keys: z.int().describe('How many keys it has'),
      }),
    )
    .describe('What the clip moves'),
});

const changeResult = z.object({ count: z.int().describe('Playbacks that did otherwise before') });

export const animationActions = {
  play: defineAction({
    summary: 'Start a clip on an object',
    description:
      'Clips of one object play at the same time, each on a blend layer of its own. Answers at once; events of ' +
      'animation.playback tell what becomes of it.',
    parameters: () =>
      z.object({
        object: objectTag,
        ...playbackOptions,
        group,
        markers: markers.optional(),
      }),
    result: () =>
      z.object({ playbackId, layer: z.int().describe('The blend layer that it holds'), warnings }),
    named: true,
  }),
  pause: defineAction({
    summary: 'Let playbacks stand still',
    description: 'Their fades stand still with them. What is held or paused stays so.',
    parameters: () => z.object(playbackSelection),
    result: () => changeResult,
    named: true,
  }),
  resume: defineAction({
    summary: 'Let paused playbacks go on',
    parameters: () => z.object(playbackSelection),
    result: () => changeResult,
    named: true,
  }),
  stop: defineAction({
    summary: 'End playbacks',
    parameters: () =>
      z.object({
        ...playbackSelection,
        fadeOut: seconds
          .default(0)
          .describe('Seconds in which their weight falls to 0 first; those that are paused end at once'),
      }),
    result: () => z.object({ count: z.int().describe('Playbacks that end') }),
    named: true,
  }),
  seek: defineAction({
    summary: 'Jump to a moment of a clip',
    description: 'Tells no marker on the way, and is refused when there is no such playback.',
    parameters: () =>
      z.object({
        ...playbackFilter,
        time: seconds.describe('Seconds into the clip, or a share of it; beyond its end is its end'),
        normalized: z.boolean().default(false).describe('Whether time is a share of the clip, 0 to 1'),
      }),
    result: () => z.object({ time: z.number().describe('Seconds into the clip, of the oldest of several') }),
    named: true,
  }),
  setWeight: defineAction({
    summary: 'Set the share of playbacks in the blend',
    parameters: () =>
      z.object({
        ...playbackSelection,
        weight,
        time: seconds.default(0).describe('Seconds from the present weight to the new one'),
      }),
    result: () => z.object({ count: z.int().describe('Playbacks that have it now') }),
    named: true,
  }),
  setSpeed: defineAction({
    summary: 'Set the speed of playbacks',
    description: 'They go on from where they are.',
    parameters: () => z.object({ ...playbackSelection, speed }),
    result: () => z.object({ count: z.int().describe('Playbacks that have it now') }),
    named: true,
  }),
  transition: defineAction({
    summary: 'Cross-fade from what an object plays to another clip',
    description:
      'The clip to begins on a layer of its own while the weight of the others falls; when the time is over they end ' +
      '(animation.playback.stopped, reason replaced). Clips that are additive stay.',
    parameters: () =>
      z.object({
        object: objectTag,
        from: clip.optional().describe('Only this clip is left; all that are not additive when absent'),
        to: clip,
        duration: seconds.describe('Seconds of the cross-fade'),
        ease: easing.default('linear').describe('Easing curve of the weights'),
        layer: layer.optional().describe('Blend layer of the new clip; the lowest free one when absent'),
        loopMode: loopMode.default('loop'),
        speed: speed.default(1),
        group,
      }),
    result: () =>
      z.object({ playbackId, layer: z.int().describe('The blend layer that it holds'), warnings }),
    named: true,
  }),
  playSet: defineAction({
    summary: 'Start several clips on an object in one step, all or none',
    parameters: () =>
      z.object({
        object: objectTag,
        items: z
          .array(z.strictObject({ ...playbackOptions, markers: markers.optional() }))
          .min(1)
          .max(maxAnimationLayers)
          .describe('The clips, each with how it is played'),
        group,
        markers: markers.optional().describe('Moments that each of them tells beside its own'),
      }),
    result: () =>
      z.object({
        playbacks: z
          .array(z.object({ playbackId, clip: z.string(), layer: z.int() }))
          .describe('What was started, in the order of the items'),
        warnings,
      }),
    named: true,
  }),
  setMarkers: defineAction({
    summary: 'Replace the markers that a playback was given',
    description: 'Those of the clip itself stay.',
    parameters: () => z.object({ playbackId: z.string().min(1).describe('Id of a live playback'), markers }),
    result: () =>
      z.object({ count: z.int().describe('Markers that it has now, those of its clip included') }),
  }),
  clips: defineAction({
    summary: 'List the clips of an object',
    parameters: () => z.object({ object: objectTag }),
    result: () => z.object({ clips: z.array(ClipRecord).describe('The clips') }),
  }),
  playbacks: defineAction({
    summary: 'List the live playbacks',
    parameters: () =>
      z.object({
        object: playbackSelection.object,
        group: playbackSelection.group,
      }),
    result: () => z.object({ playbacks: z.array(PlaybackRecord).describe('The playbacks, oldest first') }),
  }),
} as const;
