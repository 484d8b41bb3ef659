import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { loopModes } from './loop-modes.ts';
import { easing, newName, objectTag, seconds } from './parameter-schemas.ts';

const loopMode = z
  .enum(loopModes)
  .describe(
    'At the end of the clip: once ends, loop starts again, pingPong reverses, clampForever holds the last pose',
  );

/** Maximum number of an object's blend layers, and of the items in a set. */
export const maxAnimationLayers = 64;

const playbackId = z.string().describe('Id of the playback, as in its events');
const clip = z.string().min(1).max(256).describe('Name of a clip of the object; animation.clips lists them');
const weight = z.number().min(0).max(1).describe('Weight in the blend, 0 to 1');
const speed = z
  .number()
  .min(-100)
  .max(100)
  .describe('Seconds of the clip per second; negative plays backwards');
const layer = z
  .int()
  .min(0)
  .max(maxAnimationLayers - 1);

const MarkerRecord = z.object({
  name: newName.describe('Name of the marker in its event'),
  position: seconds.describe('Seconds into the clip, up to its end'),
});

const markers = z
  .array(z.strictObject(MarkerRecord.shape))
  .max(100)
  .describe('Markers; when playback passes one, an event animation.playback.marker is sent');

const playbackOptions = {
  clip,
  loopMode: loopMode.default('once'),
  speed: speed.default(1),
  weight: weight.default(1),
  additive: z
    .boolean()
    .default(false)
    .describe('Whether the difference from its first frame is added to the other playbacks'),
  layer: layer.optional().describe('Blend layer to use; by default the lowest free one'),
  startTime: seconds
    .default(0)
    .describe('Start position in seconds of the clip; when played backwards, 0 is its end'),
  fadeIn: seconds.default(0).describe('Seconds in which its weight rises from 0'),
  mask: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Name of a node below the object: only this node and its descendants are animated'),
};

const group = newName
  .optional()
  .describe('Group name for several playbacks, to pause, stop or weight them together');

/** A warning about a playback that was nevertheless started (description: 'Layer 2 actions', warnings). */
const PlaybackWarning = z.object({
  code: z.enum(['additiveNoBaseWriter', 'additiveCoverageUnknown']).describe('Kind of the warning'),
  message: z.string().describe('The warning as text'),
  clip: z.string().describe('The clip that the warning is about'),
  properties: z.array(z.string()).optional().describe('Properties that only additive clips write'),
  scope: z.enum(['clip', 'base']).optional().describe('Whether it is the additive clip or one below it'),
  reason: z.string().optional().describe('Why the clip could not be examined'),
});

const warnings = z.array(PlaybackWarning).describe('Warnings from when the playback started');

/** Selects the playbacks that match all given fields. */
const playbackFilter = {
  object: objectTag.optional().describe('Only playbacks of the object with this tag'),
  clip: clip.optional().describe('Only playbacks of this clip'),
  playbackId: z.string().min(1).optional().describe('Only this playback'),
};
const playbackSelection = {
  ...playbackFilter,
  group: newName.optional().describe('Only playbacks of this group'),
};

/** A live playback, as returned by animation.playbacks. */
export const PlaybackRecord = z.object({
  playbackId,
  object: z.string().describe('Tag of the object'),
  clip: z.string().describe('Name of the clip'),
  state: z
    .enum(['playing', 'paused', 'held'])
    .describe('Whether it plays, is paused, or holds its last pose'),
  layer: z.int().describe('Its blend layer'),
  group: z.string().optional().describe('Its group'),
  loopMode,
  speed,
  weight: weight.describe('Its weight without fades'),
  effectiveWeight: weight.describe('Its current weight'),
  additive: z.boolean().describe('Whether it is additive'),
  mask: z.string().optional().describe('The node that it animates, with its descendants'),
  time: z.number().describe('Position in seconds of the clip'),
  duration: z.number().describe('Length of the clip in seconds'),
  direction: z.enum(['forward', 'backward']).describe('Direction of playback'),
  loops: z.int().describe('Number of finished loops'),
  markers: z.array(MarkerRecord).describe('Its markers, including those of the clip'),
});

/** Interpolation between two keys: linear, constant at the value of the first key, or a cubic spline with tangents. */
export const interpolations = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;

/**
 * What a track's keys contain: a property value of the given type, a quaternion, or one weight for each morph target of
 * a mesh.
 */
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

/** A clip, as returned by animation.clips. */
export const ClipRecord = z.object({
  name: z.string().describe('Name of the clip'),
  duration: z.number().describe('Seconds'),
  markers: z.array(MarkerRecord).describe('Markers of the clip itself'),
  tracks: z
    .array(
      z.object({
        target: z
          .string()
          .describe('Node names from the object to the animated node; empty for the object itself'),
        component: z.string().describe('The component of the property'),
        property: z.string().describe('The property'),
        type: z.enum(trackTypes).describe('Type of its keys'),
        interpolation: z.enum(interpolations).describe('Interpolation between two keys'),
        keys: z.int().describe('Number of keys'),
      }),
    )
    .describe('Tracks of the clip'),
});

const changeResult = z.object({ count: z.int().describe('Number of playbacks that changed') });

export const animationActions = {
  play: defineAction({
    summary: 'Start a clip on an object',
    description:
      'Clips of one object play at the same time, each on its own blend layer. Returns at once; events of ' +
      'animation.playback report its progress.',
    parameters: () => ({
      object: objectTag,
      ...playbackOptions,
      group,
      markers: markers.optional(),
    }),
    example: { object: 'character', clip: 'Walk', loopMode: 'loop', fadeIn: 0.2 },
    result: () => ({ playbackId, layer: z.int().describe('Its blend layer'), warnings }),
    named: true,
  }),
  pause: defineAction({
    summary: 'Pause playbacks',
    description: 'Their fades pause too. Playbacks that hold or are paused do not change.',
    parameters: () => playbackSelection,
    result: () => changeResult,
    named: true,
  }),
  resume: defineAction({
    summary: 'Resume paused playbacks',
    parameters: () => playbackSelection,
    result: () => changeResult,
    named: true,
  }),
  stop: defineAction({
    summary: 'End playbacks',
    parameters: () => ({
      ...playbackSelection,
      fadeOut: seconds
        .default(0)
        .describe('Seconds in which their weight falls to 0 first; paused playbacks end at once'),
    }),
    result: () => ({ count: z.int().describe('Number of playbacks that end') }),
    named: true,
  }),
  seek: defineAction({
    summary: 'Seek to a time of a clip',
    description: 'Skips markers on the way. Fails if there is no such playback.',
    parameters: () => ({
      ...playbackFilter,
      time: seconds.describe('Seconds of the clip, or a fraction of it; clamped to its end'),
      normalized: z.boolean().default(false).describe('Whether time is a fraction of the clip, 0 to 1'),
    }),
    result: () => ({
      time: z
        .number()
        .describe('Position in seconds of the clip; of the oldest playback if there are several'),
    }),
    named: true,
  }),
  setWeight: defineAction({
    summary: 'Set the blend weight of playbacks',
    parameters: () => ({
      ...playbackSelection,
      weight,
      time: seconds.default(0).describe('Seconds from the current weight to the new one'),
    }),
    result: () => ({ count: z.int().describe('Number of playbacks that were set') }),
    named: true,
  }),
  setSpeed: defineAction({
    summary: 'Set the speed of playbacks',
    description: 'They continue from their current position.',
    parameters: () => ({ ...playbackSelection, speed }),
    result: () => ({ count: z.int().describe('Number of playbacks that were set') }),
    named: true,
  }),
  transition: defineAction({
    summary: 'Cross-fade from the playing clips of an object to another clip',
    description:
      'The new clip starts on its own layer while the weight of the others falls; after the cross-fade the others end ' +
      '(animation.playback.stopped, reason replaced). Additive clips are not affected.',
    parameters: () => ({
      object: objectTag,
      from: clip.optional().describe('Only fade out this clip; by default all that are not additive'),
      to: clip,
      duration: seconds.describe('Seconds of the cross-fade'),
      ease: easing.default('linear').describe('Easing curve of the weights'),
      layer: layer.optional().describe('Blend layer of the new clip; by default the lowest free one'),
      loopMode: loopMode.default('loop'),
      speed: speed.default(1),
      group,
    }),
    example: { object: 'character', to: 'Run', duration: 0.5 },
    result: () => ({ playbackId, layer: z.int().describe('Its blend layer'), warnings }),
    named: true,
  }),
  playSet: defineAction({
    summary: 'Start several clips on an object in one tick, all or none',
    parameters: () => ({
      object: objectTag,
      items: z
        .array(z.strictObject({ ...playbackOptions, markers: markers.optional() }))
        .min(1)
        .max(maxAnimationLayers)
        .describe('The clips with their playback options'),
      group,
      markers: markers.optional().describe('Additional markers of each clip'),
    }),
    example: { object: 'character', items: [{ clip: 'Walk' }, { clip: 'Wave' }] },
    result: () => ({
      playbacks: z
        .array(z.object({ playbackId, clip: z.string(), layer: z.int() }))
        .describe('The new playbacks, in the order of the items'),
      warnings,
    }),
    named: true,
  }),
  setMarkers: defineAction({
    summary: 'Replace the markers of a playback',
    description: 'Markers of the clip itself do not change.',
    parameters: () => ({ playbackId: z.string().min(1).describe('Id of a live playback'), markers }),
    example: { playbackId: 'playback-1', markers: [{ name: 'step', position: 0.5 }] },
    result: () => ({ count: z.int().describe('Its markers now, including those of its clip') }),
  }),
  clips: defineAction({
    summary: 'List the clips of an object',
    parameters: () => ({ object: objectTag }),
    result: () => ({ clips: z.array(ClipRecord).describe('The clips') }),
  }),
  playbacks: defineAction({
    summary: 'List the live playbacks',
    parameters: () => ({
      object: playbackSelection.object,
      group: playbackSelection.group,
    }),
    result: () => ({ playbacks: z.array(PlaybackRecord).describe('The playbacks, oldest first') }),
  }),
} as const;
