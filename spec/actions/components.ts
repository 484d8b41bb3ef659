import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { BulkWriteResult, maxPropertyWrites } from '../rest/properties.ts';
import { objectTag } from './parameter-schemas.ts';

const component = z.string().min(1).describe('Name of a component of the object, in its letter case');

const propertyWrites = z
  .array(
    z.strictObject({
      name: z.string().describe('Name of a property, in its letter case'),
      value: JsonValue.describe('Value in one of the shapes of its type'),
    }),
  )
  .min(1, 'expected at least one property')
  .max(maxPropertyWrites, `expected at most ${maxPropertyWrites} properties`)
  .describe('Names and values, written in this order');

export const componentActions = {
  refresh: defineAction({
    summary: 'Draw components anew after their structural properties have changed',
    parameters: () =>
      z.object({
        object: objectTag,
        component: component.optional().describe('Only this component; all of the object when absent'),
      }),
    result: () =>
      z.object({
        refreshed: z.array(z.string()).describe('Names of the components that were drawn anew'),
      }),
    named: true,
  }),
  list: defineAction({
    summary: 'List the components of an object, with property counts',
    parameters: () => z.object({ object: objectTag }),
    result: () =>
      z.object({
        components: z
          .array(
            z.object({
              name: z.string().describe('Its name'),
              propertyCount: z.int().describe('How many properties it has'),
              description: z.string().describe('What it is for'),
              enabled: z.boolean().describe('Whether it takes part in the scene'),
            }),
          )
          .describe('The transform first, then components as they came, then materials'),
      }),
  }),
  add: defineAction({
    summary: 'Give an object a component',
    description:
      'GET /api/discovery/components-info lists the kinds that there are. An object has one of each at most.',
    parameters: () =>
      z.object({
        object: objectTag,
        component: z.string().min(1).describe('Kind of the component'),
        properties: z
          .record(z.string(), JsonValue)
          .optional()
          .describe('Values of its properties by name; the usual ones for all others'),
      }),
    result: () => z.object({ component: z.string().describe('Name of the component') }),
  }),
  remove: defineAction({
    summary: 'Take a component away from an object',
    description: 'The transform stays, and so do materials.',
    parameters: () => z.object({ object: objectTag, component }),
    result: () => z.object({ removed: z.string().describe('Name of the component') }),
  }),
  setEnabled: defineAction({
    summary: 'Let a component take part in the scene, or not',
    parameters: () =>
      z.object({
        object: objectTag,
        component,
        enabled: z.boolean().describe('Whether it is to take part'),
      }),
    result: () => z.object({ previous: z.boolean().describe('Whether it took part') }),
  }),
  setProperties: defineAction({
    summary: 'Write several properties of a component, one after the other',
    description: 'A property that fails has an error of its own and does not stop the rest.',
    parameters: () => z.object({ object: objectTag, component, properties: propertyWrites }),
    result: () => BulkWriteResult,
  }),
} as const;
