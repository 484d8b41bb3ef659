import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, vector3 } from './parameter-schemas.ts';
import { lengthMeters, numberInRange } from './physics-parameters.ts';
import { physicsRanges as ranges } from './physics-ranges.ts';

const dampingRange = numberInRange(ranges.drag);

/** Sides of a lock, in what clients send; what is left out is free. */
const lockedAxesInput = z.strictObject({
  x: z.boolean().default(false).describe('Whether the x axis is locked'),
  y: z.boolean().default(false).describe('Whether the y axis is locked'),
  z: z.boolean().default(false).describe('Whether the z axis is locked'),
});
const LockedAxes = z.object({ x: z.boolean(), y: z.boolean(), z: z.boolean() });

/** What a body is like, as setBody takes and answers it. */
const BodyRecord = z.object({
  type: z.enum(['dynamic', 'kinematic', 'static']).describe('How it moves'),
  mass: z.number().describe('Kilograms'),
  drag: z.number().describe('Share of the velocity that is lost in a second, for small shares'),
  angularDrag: z
    .number()
    .describe('Share of the angular velocity that is lost in a second, for small shares'),
  useGravity: z.boolean().describe('Whether gravity pulls it'),
});

/** What a collider is like; its shape says which sizes it has. */
const ColliderRecord = z.object({
  shape: z.enum(['box', 'sphere', 'capsule']).describe('Its form'),
  size: PositionRecord.optional().describe('Metres on each axis of a box'),
  radius: z.number().optional().describe('Metres of a sphere or capsule'),
  height: z.number().optional().describe('Metres of a capsule, caps included'),
  center: PositionRecord.describe('Middle of the collider in the frame of the object'),
  isTrigger: z.boolean().describe('Whether things pass through'),
});

/** The sizes that a shape has; the other shapes have none of them. */
const colliderSizes = {
  box: ['size'],
  sphere: ['radius'],
  capsule: ['radius', 'height'],
  none: [],
} as const satisfies Record<string, readonly ('size' | 'radius' | 'height')[]>;

/** What objects are in the world of physics. */
export const bodyActions = {
  setBody: defineAction({
    summary: 'Give an object a body, change it, or take it away',
    description:
      'What is absent stays as it is. An object without a body stands still where it has a collider, as one with a ' +
      'static body does.',
    parameters: () =>
      z.object({
        object: objectTag,
        type: z
          .enum(['dynamic', 'kinematic', 'static', 'none'])
          .default('dynamic')
          .describe('Moved by forces, by whoever sets its position, not at all; or no body'),
        mass: numberInRange(ranges.mass).optional().describe('Kilograms; 1 for a new body'),
        drag: dampingRange
          .optional()
          .describe('Share of the velocity that is lost in a second, for small shares; 0 for a new body'),
        angularDrag: dampingRange
          .optional()
          .describe(
            'Share of the angular velocity that is lost in a second, for small shares; 0 for a new body',
          ),
        useGravity: z.boolean().optional().describe('Whether gravity pulls it; true for a new body'),
      }),
    result: () =>
      z.object({
        previous: BodyRecord.nullable().describe('The body before; null when there was none'),
      }),
  }),
  setCollider: defineAction({
    summary: 'Give an object a collider, replace it, or take it away',
    description: 'Sizes are those before the scale of the object. Capsules stand upright in its frame.',
    parameters: () =>
      z
        .object({
          object: objectTag,
          shape: z.enum(['box', 'sphere', 'capsule', 'none']).describe('Its form, or no collider'),
          size: vector3
            .optional()
            .describe('Metres on each axis of a box, from 0.0001 to 1e6; 1 when absent'),
          radius: lengthMeters.optional().describe('Metres of a sphere or capsule; 0.5 when absent'),
          height: lengthMeters.optional().describe('Metres of a capsule, caps included; 2 when absent'),
          center: vector3
            .optional()
            .describe('Middle of the collider in the frame of the object; its origin when absent'),
          isTrigger: z
            .boolean()
            .default(false)
            .describe('Whether things pass through, and are told of when they enter and leave'),
        })
        .superRefine(({ shape, ...given }, context) => {
          const own: readonly string[] = colliderSizes[shape];
          for (const name of ['size', 'radius', 'height'] as const) {
            if (given[name] === undefined || own.includes(name)) continue;
            context.addIssue({
              code: 'custom',
              path: [name],
              message: `expected only with a shape that has one, not ${shape}`,
            });
          }
        }),
    result: () =>
      z.object({
        previous: ColliderRecord.nullable().describe('The collider before; null when there was none'),
      }),
  }),
  setMaterial: defineAction({
    summary: 'Set the surface of the collider of an object',
    description: 'Where two colliders meet, the mean of both counts. What is absent stays as it is.',
    parameters: () =>
      z.object({
        object: objectTag,
        friction: numberInRange(ranges.friction)
          .optional()
          .describe('Resistance to sliding; 0.5 for a new collider'),
        bounciness: numberInRange(ranges.bounciness)
          .optional()
          .describe('Share of the speed that a bounce leaves; 0 for a new collider'),
      }),
    result: () =>
      z.object({
        previous: z
          .object({ friction: z.number(), bounciness: z.number() })
          .describe('Friction and bounciness before'),
      }),
  }),
  setConstraints: defineAction({
    summary: 'Lock a body on axes of the world',
    description: 'What is absent stays as it is.',
    parameters: () =>
      z.object({
        object: objectTag,
        freezePosition: lockedAxesInput.optional().describe('Axes along which it is to stay where it is'),
        freezeRotation: lockedAxesInput.optional().describe('Axes about which it is not to turn'),
      }),
    result: () =>
      z.object({
        previous: z
          .object({ freezePosition: LockedAxes, freezeRotation: LockedAxes })
          .describe('The locks before'),
      }),
  }),
  sleep: defineAction({
    summary: 'Let a body rest until something wakes it, or wake it',
    description: 'Needs a dynamic body (physics.setBody). What falls asleep loses its velocity.',
    parameters: () =>
      z.object({
        object: objectTag,
        sleeping: z.boolean().default(true).describe('Whether it is to sleep'),
      }),
    result: () => z.object({ previous: z.boolean().describe('Whether it slept') }),
  }),
} as const;
