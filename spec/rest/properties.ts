/** Reading and writing the properties of scene objects (description: 'Property access on scene objects and assets'). */
import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen, openBound } from '../contract/provenance.ts';
import { JsonValue, PortTypeName } from '../values.ts';

/** One component of an object. */
export const ComponentRecord = z
  .object({
    name: chosen('C-102', z.string()),
    propertyCount: chosen('C-102', z.int()),
    description: chosen('C-102', z.string()),
    enabled: chosen('C-102', z.boolean()),
    url: chosen('C-102', z.string()),
  })
  .meta({ id: 'Component' });

/** What a property is and what it is now. */
export const PropertyRecord = z
  .object({
    name: chosen('C-102', z.string()),
    type: chosen('C-102', PortTypeName),
    value: chosen('C-102', JsonValue),
    options: chosen('C-102', z.array(z.string()).optional()),
    structural: chosen('C-102', z.boolean()),
    url: chosen('C-102', z.string()),
    description: chosen('C-102', z.string()),
    minimum: chosen('C-102', z.number().optional()),
    maximum: chosen('C-102', z.number().optional()),
    maxLength: chosen('C-102', z.int().optional()),
    readOnly: chosen('C-102', z.boolean().optional()),
  })
  .meta({ id: 'Property' });

/** Properties that one bulk write takes at most. */
export const mostWrites = 1000;

/** What a bulk write is asked. */
export const PropertyWrites = openBound(
  'C-251',
  'maxItems',
  z
    .array(z.object({ name: z.string(), value: JsonValue }))
    .min(1, 'expected at least one property')
    .max(mostWrites, `expected at most ${mostWrites} properties`),
);

/** What came of each property of a bulk write, in the order in which they were given. */
export const BulkResult = z
  .object({
    totalCount: z.int(),
    succeededCount: z.int(),
    failedCount: z.int(),
    results: z.array(
      z.object({
        name: z.string(),
        success: z.boolean(),
        error: chosen(
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

/** What a write answers. */
export const Exchanged = z
  .object({
    name: chosen('C-102', z.string()),
    previous: chosen('C-102', JsonValue),
    value: chosen('C-102', JsonValue),
  })
  .meta({ id: 'WrittenProperty' });

const onObject = ['OBJECT_NOT_FOUND'] as const;
const onComponent = [...onObject, 'COMPONENT_NOT_FOUND'] as const;
const onProperty = [...onComponent, 'PROPERTY_NOT_FOUND'] as const;

export const properties = {
  listComponents: operation({
    route: 'GET /api/objects/{tag}/components',
    area: 'properties',
    summary: 'The components of a scene object, with property counts',
    description:
      'The transform comes first, then the components in the order in which they came, then the materials.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: ComponentRecord },
    errors: onObject,
  }),
  listProperties: operation({
    route: 'GET /api/objects/{tag}/components/{component}',
    area: 'properties',
    summary: 'The properties of a component, with current values and types',
    description:
      'Names of components and properties are case-sensitive and may contain spaces: encode them in paths.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: PropertyRecord },
    errors: onComponent,
  }),
  getProperty: operation({
    route: 'GET /api/objects/{tag}/components/{component}/{property}',
    area: 'properties',
    summary: 'One property of a component',
    description: 'Its type, its range and its value in typed form.',
    needs: 'runtime',
    returns: {
      200: PropertyRecord.extend({
        object: chosen('C-102', z.string()),
        component: chosen('C-102', z.string()),
      }).meta({ id: 'ObjectProperty' }),
    },
    errors: onProperty,
  }),
  setProperties: operation({
    route: 'PUT /api/objects/{tag}/components/{component}/properties',
    area: 'properties',
    summary: 'Write several properties of a component, one after the other',
    description: 'A property that fails has an error of its own and does not stop the rest.',
    needs: 'runtime',
    sync: true,
    body: z.object({ properties: PropertyWrites }),
    returns: { 200: BulkResult },
    errors: onComponent,
  }),
  setProperty: operation({
    route: 'PUT /api/objects/{tag}/components/{component}/{property}',
    area: 'properties',
    summary: 'Write a property of a component',
    description:
      'The value is written in one of the shapes of the type of the property, as `PortValueFormats` of `GET /api/types` shows them. A structural property counts from the next `components.refresh` on.',
    needs: 'runtime',
    sync: true,
    body: z.object({ value: JsonValue }),
    returns: { 200: Exchanged },
    errors: [...onProperty, 'INVALID_VALUE'],
  }),
} as const;
