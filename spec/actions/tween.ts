import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { color, easing, newName, objectTag, seconds, space, vector3 } from './parameter-schemas.ts';

const tweenId = z.string().describe('Id of the tween, as in its events');

/** Parameters that every tween has in addition to its object and target. */
const timingParameters = {
  time: seconds.describe('Seconds from start to target; 0 arrives at the next tick'),
  ease: easing.default('linear').describe('Easing curve'),
  delay: seconds.default(0).describe('Seconds to wait before the motion starts'),
  group: newName.optional().describe('Group name for several tweens, to cancel, pause or list them together'),
};

const repeatParameters = {
  loops: z
    .int()
    .min(-1)
    .max(1_000_000)
    .default(0)
    .describe('Repetitions after the first run; -1 for unlimited'),
  yoyo: z.boolean().default(false).describe('Whether every second run is reversed'),
};

/** A live tween, as returned by tween.list. */
export const TweenRecord = z.object({
  tweenId,
  object: z.string().describe('Tag of the object'),
  property: z.string().describe('The tweened property, such as position'),
  time: z.number().describe('Seconds of one run'),
  elapsed: z.number().describe('Simulated seconds since the tween began, delay included'),
  ease: easing.describe('Easing curve'),
  delay: z.number().describe('Seconds before the motion starts'),
  loops: z.int().describe('Repetitions after the first run; -1 for unlimited'),
  yoyo: z.boolean().describe('Whether every second run is reversed'),
  paused: z.boolean().describe('Whether it is paused'),
  group: z.string().optional().describe('Its group'),
});

const startResult = z.object({ tweenId });

/** Selects the tweens that match all given fields. */
const tweenSelection = {
  tweenId: z.string().min(1).optional().describe('Only this tween'),
  object: objectTag.optional().describe('Only tweens of the object with this tag'),
  group: newName.optional().describe('Only tweens of this group'),
};

const changeResult = z.object({ count: z.int().describe('Number of tweens that changed') });

export const tweenActions = {
  position: defineAction({
    summary: 'Move an object to a position over time',
    description:
      'Returns at once; the event tween.completed is sent when the object has arrived, exactly at the target. A running tween of ' +
      'the position of the object is replaced (tween.cancelled, reason replaced).',
    parameters: () => ({
      object: objectTag,
      position: vector3.describe('Target position'),
      ...timingParameters,
      space: space
        .default('world')
        .describe('Whether the position is in the world or relative to the parent'),
      ...repeatParameters,
    }),
    example: {
      object: 'cube',
      position: { x: 0, y: 2, z: 0 },
      time: 1,
      ease: 'easeInOutSine',
      loops: 1,
      yoyo: true,
    },
    result: () => startResult,
    named: true,
  }),
  rotation: defineAction({
    summary: 'Turn an object to a rotation over time',
    description: 'Each angle is interpolated separately, so 720 degrees are two full turns.',
    parameters: () => ({
      object: objectTag,
      rotation: vector3.describe('Target Euler angles in degrees'),
      ...timingParameters,
      space: space.default('local').describe('Whether the angles are in the world or relative to the parent'),
      ...repeatParameters,
    }),
    example: { object: 'cube', rotation: { x: 0, y: 180, z: 0 }, time: 1, ease: 'easeInOutSine' },
    result: () => startResult,
  }),
  scale: defineAction({
    summary: 'Scale an object over time',
    parameters: () => ({
      object: objectTag,
      scale: vector3.describe('Target scale, relative to the parent'),
      ...timingParameters,
      ...repeatParameters,
    }),
    example: { object: 'cube', scale: { x: 1.5, y: 1.5, z: 1.5 }, time: 0.5, loops: 1, yoyo: true },
    result: () => startResult,
  }),
  color: defineAction({
    summary: 'Change the main color of an object over time',
    parameters: () => ({
      object: objectTag,
      color: color.describe('Target color'),
      material: z.int().min(0).default(0).describe('Index of the material'),
      ...timingParameters,
      ...repeatParameters,
    }),
    example: { object: 'cube', color: { r: 1, g: 0.56, b: 0.71, a: 1 }, time: 1 },
    result: () => startResult,
  }),
  alpha: defineAction({
    summary: 'Fade the opacity of an object over time',
    parameters: () => ({
      object: objectTag,
      alpha: z.number().min(0).max(1).describe('Target alpha of the main color; 1 is opaque'),
      material: z.int().min(0).default(0).describe('Index of the material'),
      ...timingParameters,
      ...repeatParameters,
    }),
    example: { object: 'cube', alpha: 0.3, time: 1, loops: 1, yoyo: true },
    result: () => startResult,
  }),
  property: defineAction({
    summary: 'Change a property of a component over time',
    description: 'For properties that are numbers, vectors or colors.',
    parameters: () => ({
      object: objectTag,
      component: z.string().min(1).describe('Name of the component, case-sensitive'),
      property: z.string().min(1).describe('Name of the property, case-sensitive'),
      value: JsonValue.describe('Target value in one of the shapes of the type of the property'),
      ...timingParameters,
      ...repeatParameters,
    }),
    example: {
      object: 'cube',
      component: 'Transform',
      property: 'scale',
      value: { x: 2, y: 2, z: 2 },
      time: 1,
    },
    result: () => startResult,
  }),
  path: defineAction({
    summary: 'Move an object along a smooth curve through points',
    description:
      'The curve starts at the object (centripetal Catmull-Rom). With linear easing, the speed is constant.',
    parameters: () => ({
      object: objectTag,
      points: z.array(vector3).min(1).max(1000).describe('World points of the curve'),
      ...timingParameters,
      closed: z.boolean().default(false).describe('Whether the curve returns to its start'),
      orient: z.boolean().default(false).describe('Whether the front of the object points along the curve'),
      ...repeatParameters,
    }),
    example: {
      object: 'cube',
      points: [
        { x: 0, y: 0, z: 0 },
        { x: 2, y: 1, z: 0 },
        { x: 0, y: 2, z: 0 },
      ],
      time: 3,
      closed: true,
    },
    result: () => startResult,
  }),
  shake: defineAction({
    summary: 'Shake an object about its rest position, with decreasing strength',
    parameters: () => ({
      object: objectTag,
      strength: vector3.describe('Maximum offset in metres along each axis'),
      time: timingParameters.time,
      vibrato: z.int().min(1).max(1000).default(10).describe('Number of swings over the whole duration'),
      seed: z
        .int()
        .min(0)
        .max(0xffff_ffff)
        .optional()
        .describe('Random seed; by default that of the runtime'),
      ease: timingParameters.ease,
      delay: timingParameters.delay,
      group: timingParameters.group,
    }),
    example: { object: 'cube', strength: { x: 0.2, y: 0.2, z: 0 }, time: 0.5 },
    result: () => startResult,
  }),
  cancel: defineAction({
    summary: 'Cancel one tween, those of an object or of a group, or all',
    parameters: () => ({
      ...tweenSelection,
      complete: z
        .boolean()
        .default(false)
        .describe('Jump to the end and complete (tween.completed) instead of stopping in between'),
    }),
    result: () => ({ count: z.int().describe('Number of ended tweens') }),
  }),
  pause: defineAction({
    summary: 'Pause one tween, those of an object or of a group, or all',
    parameters: () => tweenSelection,
    result: () => changeResult,
  }),
  resume: defineAction({
    summary: 'Resume paused tweens',
    parameters: () => tweenSelection,
    result: () => changeResult,
  }),
  list: defineAction({
    summary: 'List live tweens, oldest first',
    parameters: () => tweenSelection,
    result: () => ({ tweens: z.array(TweenRecord).describe('The tweens') }),
    scans: true,
  }),
} as const;

/** The action that only the node TweenRotation can run. */
export const nodeTweenActions = {
  turn: defineAction({
    summary: 'Rotate an object over time by the shortest way',
    parameters: () => ({
      object: objectTag,
      rotation: vector3.describe('Target Euler angles in degrees, relative to the parent'),
      time: timingParameters.time,
      ease: timingParameters.ease,
    }),
    result: () => startResult,
  }),
} as const;
