/** What becomes of animations that play (description: 'Animation playback on a scene object'). */
import * as z from 'zod';
import { loopModes } from './actions/loop-modes.ts';
import { defineEvent } from './contract/event-and-message-spec.ts';

const playbackFields = z.object({
  playbackId: z.string(),
  object: z.string().describe('Tag of the object'),
  clip: z.string().describe('Name of the clip'),
  layer: z.int().describe('The blend layer that it holds, or held'),
  group: z.string().optional().describe('The group that it was started in'),
});
const playbackSubject = ['object', 'clip', 'group'] as const;
const examplePlayback = { playbackId: 'playback-1', object: 'fox', clip: 'Walk', layer: 0 };

export const playbackEvents = {
  'animation.playback.started': defineEvent({
    summary: 'A clip began to play',
    data: () =>
      playbackFields.extend({
        loopMode: z.enum(loopModes).describe('What it does at the end of the clip'),
        speed: z.number().describe('Seconds of the clip per second; backwards below 0'),
        weight: z.number().describe('Its share in the blend, 0 to 1'),
        additive: z.boolean().describe('Whether it is added to the others'),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, loopMode: 'loop', speed: 1, weight: 1, additive: false },
  }),
  'animation.playback.completed': defineEvent({
    summary: 'A playback came to the end of its clip',
    data: () => playbackFields.extend({ reason: z.literal('natural') }),
    subject: playbackSubject,
    example: { ...examplePlayback, reason: 'natural' },
  }),
  'animation.playback.stopped': defineEvent({
    summary: 'A playback ended before the end of its clip',
    data: () =>
      playbackFields.extend({
        reason: z
          .enum(['explicit', 'replaced', 'sceneUnload'])
          .describe(
            'It was told to, or its object was destroyed; another clip took its place, or its clip is gone; its scene gave way to another',
          ),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, reason: 'explicit' },
  }),
  'animation.playback.looped': defineEvent({
    summary: 'A loop finished; under pingPong, a full round trip',
    data: () => playbackFields.extend({ loops: z.int().min(1).describe('Loops that are finished by now') }),
    subject: playbackSubject,
    example: { ...examplePlayback, loops: 3 },
  }),
  'animation.playback.direction.changed': defineEvent({
    summary: 'A playback turned round at an end of its clip',
    data: () =>
      playbackFields.extend({
        direction: z.enum(['forward', 'backward']).describe('Which way it goes through the clip from now on'),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, direction: 'backward' },
  }),
  'animation.playback.held': defineEvent({
    summary: 'A playback reached the end pose, which it holds',
    data: () => playbackFields,
    subject: playbackSubject,
    example: examplePlayback,
  }),
  'animation.playback.paused': defineEvent({
    summary: 'A playback stands still',
    data: () => playbackFields,
    subject: playbackSubject,
    example: examplePlayback,
  }),
  'animation.playback.resumed': defineEvent({
    summary: 'A playback goes on',
    data: () => playbackFields,
    subject: playbackSubject,
    example: examplePlayback,
  }),
  'animation.playback.marker': defineEvent({
    summary: 'A playback passed a marker',
    data: () =>
      playbackFields.extend({
        name: z.string().describe('Name of the marker'),
        position: z.number().describe('Seconds into the clip at which it is'),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, name: 'left foot', position: 0.25 },
  }),
} as const;
