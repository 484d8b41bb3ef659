/**
 * Operations that read and write the properties of scene objects (description: 'Property access on scene objects and
 * assets').
 */
import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';
import { JsonValue, PortTypeName } from '../values.ts';

/** A component of a scene object. */
export const ComponentRecord = z
  .object({
    name: markChoice('C-102', z.string()),
    propertyCount: markChoice('C-102', z.int()),
    description: markChoice('C-102', z.string()),
    enabled: markChoice('C-102', z.boolean()),
    url: markChoice('C-102', z.string()),
  })
  .meta({ id: 'Component' });

/** A property with its type and its current value. */
export const PropertyRecord = z
  .object({
    name: markChoice('C-102', z.string()),
    type: markChoice('C-102', PortTypeName),
    value: markChoice('C-102', JsonValue),
    options: markChoice('C-102', z.array(z.string()).optional()),
    structural: markChoice('C-102', z.boolean()),
    url: markChoice('C-102', z.string()),
    description: markChoice('C-102', z.string()),
    minimum: markChoice('C-102', z.number().optional()),
    maximum: markChoice('C-102', z.number().optional()),
    maxLength: markChoice('C-102', z.int().optional()),
    readOnly: markChoice('C-102', z.boolean().optional()),
  })
  .meta({ id: 'Property' });

/** Maximum number of properties in one bulk write. */
export const maxPropertyWrites = 1000;

/** The body of a bulk write. */
export const PropertyWrites = markChosenBound(
  'C-251',
  'maxItems',
  z
    .array(z.object({ name: z.string(), value: JsonValue }))
    .min(1, 'expected at least one property')
    .max(maxPropertyWrites, `expected at most ${maxPropertyWrites} properties`),
);

/** The result for each property in a bulk write, in the order of the request. */
export const BulkWriteResult = z
  .object({
    totalCount: z.int(),
    succeededCount: z.int(),
    failedCount: z.int(),
    results: z.array(
      z.object({
        name: z.string(),
        success: z.boolean(),
        error: markChoice(
          'C-102',
          z
            .object({
              code: z.string(),
              message: z.string(),
              details: z.record(z.string(), z.unknown()).optional(),
            })
            .optional(),
        ),
      }),
    ),
  })
  .meta({ id: 'BulkResult' });

/** The response to a write. */
export const WriteResult = z
  .object({
    name: markChoice('C-102', z.string()),
    previous: markChoice('C-102', JsonValue),
    value: markChoice('C-102', JsonValue),
  })
  .meta({ id: 'WrittenProperty' });

const objectRoute = ['OBJECT_NOT_FOUND'] as const;
const componentRoute = [...objectRoute, 'COMPONENT_NOT_FOUND'] as const;
const propertyRoute = [...componentRoute, 'PROPERTY_NOT_FOUND'] as const;

export const propertyOperations = {
  listComponents: defineOperation({
    route: 'GET /api/objects/{tag}/components',
    area: 'properties',
    summary: 'List the components of a scene object, with property counts',
    description:
      'The transform comes first, then the components in the order in which they were added, then the materials.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: ComponentRecord },
    errors: objectRoute,
  }),
  listProperties: defineOperation({
    route: 'GET /api/objects/{tag}/components/{component}',
    area: 'properties',
    summary: 'List the properties of a component, with current values and types',
    description:
      'Component and property names are case-sensitive and may contain spaces: encode them in paths.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: PropertyRecord },
    errors: componentRoute,
  }),
  getProperty: defineOperation({
    route: 'GET /api/objects/{tag}/components/{component}/{property}',
    area: 'properties',
    summary: 'Get one property of a component',
    description: 'Returns its type, its range and its typed value.',
    needs: 'runtime',
    returns: {
      200: PropertyRecord.extend({
        object: markChoice('C-102', z.string()),
        component: markChoice('C-102', z.string()),
      }).meta({ id: 'ObjectProperty' }),
    },
    errors: propertyRoute,
  }),
  setProperties: defineOperation({
    route: 'PUT /api/objects/{tag}/components/{component}/properties',
    area: 'properties',
    summary: 'Write several properties of a component, in order',
    description:
      'If a property fails, its result carries the error, and the other properties are still written.',
    needs: 'runtime',
    sync: true,
    body: z.object({ properties: PropertyWrites }),
    returns: { 200: BulkWriteResult },
    errors: componentRoute,
  }),
  setProperty: defineOperation({
    route: 'PUT /api/objects/{tag}/components/{component}/{property}',
    area: 'properties',
    summary: 'Write a property of a component',
    description:
      'Send the value in one of the shapes that `PortValueFormats` of `GET /api/types` lists for the type of the property. A structural property takes effect at the next `components.refresh`.',
    needs: 'runtime',
    sync: true,
    body: z.object({ value: JsonValue }),
    returns: { 200: WriteResult },
    errors: [...propertyRoute, 'INVALID_VALUE'],
  }),
} as const;
