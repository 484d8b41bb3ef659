import { z } from 'zod';
import { action } from '../contract/action.ts';
import { easing, objectTag, seconds, space, vector3 } from './parameters.ts';

const tweenId = z.string().describe('Id of the tween, as its events carry it');

/** What every tween takes besides its object and target. */
const timing = {
  time: seconds.describe('Seconds from start to target; 0 arrives at the next tick'),
  ease: easing.default('linear').describe('Easing curve'),
  delay: seconds.default(0).describe('Seconds to wait before the motion starts'),
};

const repetition = {
  loops: z.int().min(-1).max(1_000_000).default(0).describe('Repetitions after the first run; -1 for ever'),
  yoyo: z.boolean().default(false).describe('Whether every second run goes backwards'),
};

/** A live tween as tween.list shows it. */
export const TweenRecord = z.object({
  tweenId,
  object: z.string().describe('Tag of the object'),
  property: z.string().describe('What changes, such as position'),
  time: z.number().describe('Seconds of one run'),
  elapsed: z.number().describe('Simulated seconds since the tween began, delay included'),
  ease: easing.describe('Easing curve'),
  delay: z.number().describe('Seconds before the motion starts'),
  loops: z.int().describe('Repetitions after the first run; -1 for ever'),
  yoyo: z.boolean().describe('Whether every second run goes backwards'),
});

export const tween = {
  position: action({
    summary: 'Move an object to a position over time',
    description:
      'Answers at once; the event tween.completed tells when the object has arrived, exactly at the target. A tween of ' +
      'the position that is under way on the object is replaced (tween.cancelled, reason replaced).',
    parameters: z.object({
      object: objectTag,
      position: vector3.describe('Target position'),
      ...timing,
      space: space
        .default('world')
        .describe('Whether the position is in the world or relative to the parent'),
      ...repetition,
    }),
    result: z.object({ tweenId }),
    named: true,
  }),
  cancel: action({
    summary: 'Cancel one tween, those of an object, or all',
    parameters: z.object({
      tweenId: z.string().min(1).optional().describe('Only this tween'),
      object: objectTag.optional().describe('Only tweens of the object with this tag'),
      complete: z
        .boolean()
        .default(false)
        .describe('Jump to the end and complete (tween.completed) rather than stay in between'),
    }),
    result: z.object({ count: z.int().describe('Tweens that were ended') }),
  }),
  list: action({
    summary: 'List live tweens, oldest first',
    parameters: z.object({
      object: objectTag.optional().describe('Only tweens of the object with this tag'),
    }),
    result: z.object({ tweens: z.array(TweenRecord).describe('The tweens') }),
  }),
} as const;
