import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { BulkWriteResult, maxPropertyWrites } from '../rest/properties.ts';
import { objectTag } from './parameter-schemas.ts';

const component = z.string().min(1).describe('Name of a component of the object, case-sensitive');

const propertyWrites = z
  .array(
    z.strictObject({
      name: z.string().describe('Name of a property, case-sensitive'),
      value: JsonValue.describe('Value in one of the shapes of its type'),
    }),
  )
  .min(1, 'expected at least one property')
  .max(maxPropertyWrites, `expected at most ${maxPropertyWrites} properties`)
  .describe('Values by name, written in this order');

export const componentActions = {
  refresh: defineAction({
    summary: 'Rebuild components after their structural properties have changed',
    parameters: () => ({
      object: objectTag,
      component: component.optional().describe('Only this component; by default all of the object'),
    }),
    example: { object: 'cube', component: 'Mesh' },
    result: () => ({
      refreshed: z.array(z.string()).describe('Names of the rebuilt components'),
    }),
    named: true,
  }),
  list: defineAction({
    summary: 'List the components of an object, with property counts',
    parameters: () => ({ object: objectTag }),
    result: () => ({
      components: z
        .array(
          z.object({
            name: z.string().describe('Its name'),
            propertyCount: z.int().describe('Number of its properties'),
            description: z.string().describe('Purpose of the component'),
            enabled: z.boolean().describe('Whether it is enabled'),
          }),
        )
        .describe(
          'The transform first, then components in the order in which they were added, then materials',
        ),
    }),
  }),
  add: defineAction({
    summary: 'Add a component to an object',
    description:
      'GET /api/discovery/components-info lists the kinds. An object has at most one component of each kind.',
    parameters: () => ({
      object: objectTag,
      component: z.string().min(1).describe('Kind of the component'),
      properties: z
        .record(z.string(), JsonValue)
        .optional()
        .describe('Values of its properties by name; all others have their defaults'),
    }),
    example: { object: 'cube', component: 'Light' },
    result: () => ({ component: z.string().describe('Name of the component') }),
  }),
  remove: defineAction({
    summary: 'Remove a component from an object',
    description: 'The transform and the materials cannot be removed.',
    parameters: () => ({ object: objectTag, component }),
    example: { object: 'cube', component: 'Light' },
    result: () => ({ removed: z.string().describe('Name of the component') }),
  }),
  setEnabled: defineAction({
    summary: 'Enable or disable a component',
    parameters: () => ({
      object: objectTag,
      component,
      enabled: z.boolean().describe('Whether to enable it'),
    }),
    example: { object: 'cube', component: 'Mesh', enabled: false },
    result: () => ({ previous: z.boolean().describe('Whether it was enabled') }),
  }),
  setProperties: defineAction({
    summary: 'Write several properties of a component in order',
    description:
      'If a property fails, its result carries the error, and the other properties are still written.',
    parameters: () => ({ object: objectTag, component, properties: propertyWrites }),
    example: {
      object: 'cube',
      component: 'Transform',
      properties: [{ name: 'scale', value: { x: 2, y: 2, z: 2 } }],
    },
    result: () => BulkWriteResult,
  }),
} as const;
