/** Events about animation playback (description: 'Animation playback on a scene object'). */
import * as z from 'zod';
import { loopModes } from './actions/loop-modes.ts';
import { defineEvent } from './contract/event-and-message-spec.ts';

const playbackFields = z.object({
  playbackId: z.string(),
  object: z.string().describe('Tag of the object'),
  clip: z.string().describe('Name of the clip'),
  layer: z.int().describe('Its blend layer'),
  group: z.string().optional().describe('Its group'),
});
const playbackSubject = ['object', 'clip', 'group'] as const;
const examplePlayback = { playbackId: 'playback-1', object: 'fox', clip: 'Walk', layer: 0 };

export const playbackEvents = {
  'animation.playback.started': defineEvent({
    summary: 'A playback started',
    data: () =>
      playbackFields.extend({
        loopMode: z.enum(loopModes).describe('What it does at the end of the clip'),
        speed: z.number().describe('Seconds of the clip per second; negative plays backwards'),
        weight: z.number().describe('Its weight in the blend, 0 to 1'),
        additive: z.boolean().describe('Whether it is additive'),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, loopMode: 'loop', speed: 1, weight: 1, additive: false },
  }),
  'animation.playback.completed': defineEvent({
    summary: 'A playback reached the end of its clip',
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
            'Why: it was stopped, or its object was removed; another clip replaced it, or its clip was removed; or its scene was unloaded',
          ),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, reason: 'explicit' },
  }),
  'animation.playback.looped': defineEvent({
    summary: 'A loop finished; under pingPong, a full round trip',
    data: () => playbackFields.extend({ loops: z.int().min(1).describe('Number of finished loops') }),
    subject: playbackSubject,
    example: { ...examplePlayback, loops: 3 },
  }),
  'animation.playback.direction.changed': defineEvent({
    summary: 'A playback changed direction at an end of its clip',
    data: () =>
      playbackFields.extend({
        direction: z.enum(['forward', 'backward']).describe('The new direction'),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, direction: 'backward' },
  }),
  'animation.playback.held': defineEvent({
    summary: 'A playback reached the end pose and holds it',
    data: () => playbackFields,
    subject: playbackSubject,
    example: examplePlayback,
  }),
  'animation.playback.paused': defineEvent({
    summary: 'A playback was paused',
    data: () => playbackFields,
    subject: playbackSubject,
    example: examplePlayback,
  }),
  'animation.playback.resumed': defineEvent({
    summary: 'A playback was resumed',
    data: () => playbackFields,
    subject: playbackSubject,
    example: examplePlayback,
  }),
  'animation.playback.marker': defineEvent({
    summary: 'A playback passed a marker',
    data: () =>
      playbackFields.extend({
        name: z.string().describe('Name of the marker'),
        position: z.number().describe('Position of the marker in seconds of the clip'),
      }),
    subject: playbackSubject,
    example: { ...examplePlayback, name: 'left foot', position: 0.25 },
  }),
} as const;
