import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { color, easing, newName, objectTag, seconds, space, vector3 } from './parameter-schemas.ts';

const tweenId = z.string().describe('Id of the tween, as its events carry it');

/** What every tween takes besides its object and target. */
const timingParameters = {
  time: seconds.describe('Seconds from start to target; 0 arrives at the next tick'),
  ease: easing.default('linear').describe('Easing curve'),
  delay: seconds.default(0).describe('Seconds to wait before the motion starts'),
  group: newName
    .optional()
    .describe('A name that several tweens share, to be cancelled, paused and listed by'),
};

const repeatParameters = {
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
  paused: z.boolean().describe('Whether it stands still'),
  group: z.string().optional().describe('The group that it was started in'),
});

const startResult = z.object({ tweenId });

/** Which tweens are meant: those for which all that is given holds. */
const tweenSelection = {
  tweenId: z.string().min(1).optional().describe('Only this tween'),
  object: objectTag.optional().describe('Only tweens of the object with this tag'),
  group: newName.optional().describe('Only tweens of this group'),
};

const changeResult = z.object({ count: z.int().describe('Tweens that did otherwise before') });

export const tweenActions = {
  position: defineAction({
    summary: 'Move an object to a position over time',
    description:
      'Answers at once; the event tween.completed tells when the object has arrived, exactly at the target. A tween of ' +
      'the position that is under way on the object is replaced (tween.cancelled, reason replaced).',
    parameters: () =>
      z.object({
        object: objectTag,
        position: vector3.describe('Target position'),
        ...timingParameters,
        space: space
          .default('world')
          .describe('Whether the position is in the world or relative to the parent'),
        ...repeatParameters,
      }),
    result: () => startResult,
    named: true,
  }),
  rotation: defineAction({
    summary: 'Turn an object to a rotation over time',
    description:
      'Each angle goes its own way from what it is to what it is to be, so that 720 degrees are two whole turns.',
    parameters: () =>
      z.object({
        object: objectTag,
        rotation: vector3.describe('Euler angles in degrees to end at'),
        ...timingParameters,
        space: space
          .default('local')
          .describe('Whether the angles are in the world or relative to the parent'),
        ...repeatParameters,
      }),
    result: () => startResult,
  }),
  scale: defineAction({
    summary: 'Scale an object over time',
    parameters: () =>
      z.object({
        object: objectTag,
        scale: vector3.describe('Scale to end at, relative to the parent'),
        ...timingParameters,
        ...repeatParameters,
      }),
    result: () => startResult,
  }),
  color: defineAction({
    summary: 'Change the main colour of an object over time',
    parameters: () =>
      z.object({
        object: objectTag,
        color: color.describe('Colour to end at'),
        material: z.int().min(0).default(0).describe('Index of the material'),
        ...timingParameters,
        ...repeatParameters,
      }),
    result: () => startResult,
  }),
  alpha: defineAction({
    summary: 'Change how much of what is behind an object shows through, over time',
    parameters: () =>
      z.object({
        object: objectTag,
        alpha: z
          .number()
          .min(0)
          .max(1)
          .describe('Alpha of the main colour to end at; 1 lets nothing through'),
        material: z.int().min(0).default(0).describe('Index of the material'),
        ...timingParameters,
        ...repeatParameters,
      }),
    result: () => startResult,
  }),
  property: defineAction({
    summary: 'Change a property of a component over time',
    description: 'For properties that are numbers, vectors or colours.',
    parameters: () =>
      z.object({
        object: objectTag,
        component: z.string().min(1).describe('Name of the component, in its letter case'),
        property: z.string().min(1).describe('Name of the property, in its letter case'),
        value: JsonValue.describe('Value to end at, in one of the shapes of the type of the property'),
        ...timingParameters,
        ...repeatParameters,
      }),
    result: () => startResult,
  }),
  path: defineAction({
    summary: 'Move an object along a smooth curve through points',
    description:
      'The curve begins where the object is (centripetal Catmull-Rom). With a linear curve of easing the speed is the same everywhere.',
    parameters: () =>
      z.object({
        object: objectTag,
        points: z.array(vector3).min(1).max(1000).describe('Points of the world to go through'),
        ...timingParameters,
        closed: z.boolean().default(false).describe('Whether it leads back to where it begins'),
        orient: z.boolean().default(false).describe('Whether the front of the object points along the way'),
        ...repeatParameters,
      }),
    result: () => startResult,
  }),
  shake: defineAction({
    summary: 'Shake an object about where it rests, less and less',
    parameters: () =>
      z.object({
        object: objectTag,
        strength: vector3.describe('Metres to each side of where it rests, along each axis'),
        time: timingParameters.time,
        vibrato: z.int().min(1).max(1000).default(10).describe('Swings from beginning to end'),
        seed: z
          .int()
          .min(0)
          .max(0xffff_ffff)
          .optional()
          .describe('Of how it swings; that of the runtime when absent'),
        ease: timingParameters.ease,
        delay: timingParameters.delay,
        group: timingParameters.group,
      }),
    result: () => startResult,
  }),
  cancel: defineAction({
    summary: 'Cancel one tween, those of an object or of a group, or all',
    parameters: () =>
      z.object({
        ...tweenSelection,
        complete: z
          .boolean()
          .default(false)
          .describe('Jump to the end and complete (tween.completed) rather than stay in between'),
      }),
    result: () => z.object({ count: z.int().describe('Tweens that were ended') }),
  }),
  pause: defineAction({
    summary: 'Let one tween, those of an object or of a group, or all stand still',
    parameters: () => z.object(tweenSelection),
    result: () => changeResult,
  }),
  resume: defineAction({
    summary: 'Let tweens that stand still go on',
    parameters: () => z.object(tweenSelection),
    result: () => changeResult,
  }),
  list: defineAction({
    summary: 'List live tweens, oldest first',
    parameters: () => z.object(tweenSelection),
    result: () => z.object({ tweens: z.array(TweenRecord).describe('The tweens') }),
  }),
} as const;

/** What the node TweenRotation runs, and no client. */
export const nodeTweenActions = {
  turn: defineAction({
    summary: 'Turn an object over time to a rotation by the shortest way',
    parameters: () =>
      z.object({
        object: objectTag,
        rotation: vector3.describe('Euler angles in degrees to end at, relative to the parent'),
        time: timingParameters.time,
        ease: timingParameters.ease,
      }),
    result: () => startResult,
  }),
} as const;
