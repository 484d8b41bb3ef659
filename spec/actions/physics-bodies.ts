import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, vector3 } from './parameter-schemas.ts';
import { lengthMeters, numberInRange } from './physics-parameters.ts';
import { physicsRanges as ranges } from './physics-ranges.ts';

const dampingRange = numberInRange(ranges.drag);

/** Locked axes in a request. Axes that are omitted are free. */
const lockedAxesInput = z.strictObject({
  x: z.boolean().default(false).describe('Whether the x axis is locked'),
  y: z.boolean().default(false).describe('Whether the y axis is locked'),
  z: z.boolean().default(false).describe('Whether the z axis is locked'),
});
const LockedAxes = z.object({ x: z.boolean(), y: z.boolean(), z: z.boolean() });

/** A body, as used in parameters and results of setBody. */
const BodyRecord = z.object({
  type: z.enum(['dynamic', 'kinematic', 'static']).describe('Type of the body'),
  mass: z.number().describe('Kilograms'),
  drag: z.number().describe('Fraction of the velocity lost per second, for small fractions'),
  angularDrag: z.number().describe('Fraction of the angular velocity lost per second, for small fractions'),
  useGravity: z.boolean().describe('Whether gravity affects it'),
});

/** A collider. The shape determines which sizes the collider has. */
const ColliderRecord = z.object({
  shape: z.enum(['box', 'sphere', 'capsule']).describe('Its form'),
  size: PositionRecord.optional().describe('Size of a box along each axis, in metres'),
  radius: z.number().optional().describe('Radius of a sphere or capsule, in metres'),
  height: z.number().optional().describe('Height of a capsule, including caps, in metres'),
  center: PositionRecord.describe('Centre of the collider in the local frame of the object'),
  isTrigger: z.boolean().describe('Whether it is a trigger, which objects pass through'),
});

/** The sizes of each shape. Shapes that aren't listed have no sizes. */
const colliderSizes = {
  box: ['size'],
  sphere: ['radius'],
  capsule: ['radius', 'height'],
  none: [],
} as const satisfies Record<string, readonly ('size' | 'radius' | 'height')[]>;

export const bodyActions = {
  setBody: defineAction({
    summary: 'Add, change or remove the body of an object',
    description:
      'Omitted fields do not change. An object with a collider but no body behaves like one with a ' +
      'static body.',
    parameters: () => ({
      object: objectTag,
      type: z
        .enum(['dynamic', 'kinematic', 'static', 'none'])
        .default('dynamic')
        .describe('Moved by forces, moved by setting its position, or static; or no body'),
      mass: numberInRange(ranges.mass).optional().describe('Kilograms; 1 for a new body'),
      drag: dampingRange
        .optional()
        .describe('Fraction of the velocity lost per second, for small fractions; 0 for a new body'),
      angularDrag: dampingRange
        .optional()
        .describe('Fraction of the angular velocity lost per second, for small fractions; 0 for a new body'),
      useGravity: z.boolean().optional().describe('Whether gravity affects it; true for a new body'),
    }),
    example: { object: 'cube', type: 'dynamic', mass: 1 },
    result: () => ({
      previous: BodyRecord.nullable().describe('The previous body; null if there was none'),
    }),
  }),
  setCollider: defineAction({
    summary: 'Add, replace or remove the collider of an object',
    description: 'Sizes are before the scale of the object. Capsules are upright in its local frame.',
    parameters: () =>
      z
        .object({
          object: objectTag,
          shape: z.enum(['box', 'sphere', 'capsule', 'none']).describe('Its shape, or no collider'),
          size: vector3
            .optional()
            .describe('Size of a box along each axis in metres, from 0.0001 to 1e6; 1 by default'),
          radius: lengthMeters.optional().describe('Radius in metres of a sphere or capsule; 0.5 by default'),
          height: lengthMeters
            .optional()
            .describe('Height in metres of a capsule, including caps; 2 by default'),
          center: vector3
            .optional()
            .describe('Centre of the collider in the local frame of the object; its origin by default'),
          isTrigger: z
            .boolean()
            .default(false)
            .describe('Whether it is a trigger: objects pass through, with events when they enter and leave'),
        })
        .superRefine(({ shape, ...options }, context) => {
          const allowedSizes: readonly string[] = colliderSizes[shape];
          for (const name of ['size', 'radius', 'height'] as const) {
            if (options[name] === undefined || allowedSizes.includes(name)) continue;
            context.addIssue({
              code: 'custom',
              path: [name],
              message: `expected only with a shape that has one, not ${shape}`,
            });
          }
        }),
    example: { object: 'cube', shape: 'box', size: { x: 1, y: 1, z: 1 } },
    result: () => ({
      previous: ColliderRecord.nullable().describe('The previous collider; null if there was none'),
    }),
  }),
  setMaterial: defineAction({
    summary: 'Set the surface of the collider of an object',
    description: 'Where two colliders touch, the mean of both applies. Omitted fields do not change.',
    parameters: () => ({
      object: objectTag,
      friction: numberInRange(ranges.friction)
        .optional()
        .describe('Resistance to sliding; 0.5 for a new collider'),
      bounciness: numberInRange(ranges.bounciness)
        .optional()
        .describe('Fraction of the speed that a bounce keeps; 0 for a new collider'),
    }),
    example: { object: 'cube', friction: 0.5, bounciness: 0.8 },
    result: () => ({
      previous: z
        .object({ friction: z.number(), bounciness: z.number() })
        .describe('The previous friction and bounciness'),
    }),
  }),
  setConstraints: defineAction({
    summary: 'Lock world axes of a body',
    description: 'Omitted fields do not change.',
    parameters: () => ({
      object: objectTag,
      freezePosition: lockedAxesInput.optional().describe('Axes along which it cannot move'),
      freezeRotation: lockedAxesInput.optional().describe('Axes about which it cannot turn'),
    }),
    result: () => ({
      previous: z
        .object({ freezePosition: LockedAxes, freezeRotation: LockedAxes })
        .describe('The previous locks'),
    }),
  }),
  sleep: defineAction({
    summary: 'Put a body to sleep until something wakes it, or wake it',
    description: 'Needs a dynamic body (physics.setBody). A body that falls asleep loses its velocity.',
    parameters: () => ({
      object: objectTag,
      sleeping: z.boolean().default(true).describe('Whether to put it to sleep'),
    }),
    result: () => ({ previous: z.boolean().describe('Whether it was asleep') }),
  }),
} as const;
