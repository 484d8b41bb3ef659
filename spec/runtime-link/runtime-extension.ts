/** What a runtime offers besides the service's catalog (C-313). */
import * as z from 'zod';
import { subjectFields } from '../contract/event-and-message-spec.ts';
import { PortTypeName } from '../values.ts';
import { OwnDataTypeName } from './commands.ts';
import { linkRecordSchema, linkValueSchema } from './link-value.ts';

/** Names of at least two parts, such as `blender.addModifier` or `blender.modifier.add`. */
const dottedName = z
  .string()
  .max(100)
  .regex(
    /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+){1,2}$/,
    'expected two or three names of letters and digits, joined by dots',
  );

/** Names of event kinds in lower case, because patterns are not case-sensitive. */
const eventKindName = z
  .string()
  .max(100)
  .regex(
    /^[a-z][a-z0-9]*(\.[a-z0-9]+){1,3}$/,
    'expected two to four names of lower-case letters and digits, joined by dots',
  );

const objectSchema = linkRecordSchema.describe(
  'A JSON Schema of the type object, without references to other documents',
);

const OwnAction = z
  .object({
    name: dottedName.describe('Starts with the prefix and a dot'),
    summary: z.string().min(1).max(200),
    description: z.string().max(10_000).optional(),
    parameters: objectSchema,
    result: objectSchema,
    timeout: z
      .number()
      .positive()
      .max(600)
      .optional()
      .describe('Maximum time to wait for the response, in seconds'),
  })
  .meta({ id: 'OwnAction' });
export type OwnAction = z.output<typeof OwnAction>;

const OwnDataType = z
  .object({
    name: OwnDataTypeName.describe('Starts with the prefix and a hyphen'),
    description: z.string().min(1).max(200),
  })
  .meta({ id: 'OwnDataType' });

const OwnPort = z
  .object({
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9 ]{0,49}$/, 'expected 1 to 50 letters, digits and spaces, first a letter'),
    direction: z.enum(['input', 'output']),
    type: PortTypeName,
    default: linkValueSchema
      .optional()
      .describe('The value of an input until it is set; by default, the zero value of the type'),
    options: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(1_000)
      .optional()
      .describe('The labels of a Dropdown'),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    isSensitive: z.literal(true).optional().describe('Whether the value is a secret'),
  })
  .meta({ id: 'OwnPort' });

const OwnNodeType = z
  .object({
    enumValue: dottedName.describe('Starts with the prefix and a dot'),
    category: z.string().min(1).max(50).describe('No category of node types of the service has this name'),
    kind: z.enum(['event', 'flow', 'pure', 'latent']).default('flow'),
    description: z.string().max(10_000).default(''),
    ports: z.array(OwnPort).max(100).describe('Inputs first, then outputs'),
  })
  .meta({ id: 'OwnNodeType' });
export type OwnNodeType = z.output<typeof OwnNodeType>;

const OwnEventKind = z
  .object({
    type: eventKindName.describe('Starts with the prefix and a dot'),
    summary: z.string().min(1).max(200),
    data: objectSchema,
    subject: z
      .array(z.enum(subjectFields))
      .max(5)
      .default([])
      .describe(
        'Fields of the data, which are strings, that the event repeats beside it, so that subscriptions can filter by them',
      ),
    example: linkRecordSchema.optional().describe('The data of an event'),
  })
  .meta({ id: 'OwnEventKind' });
export type OwnEventKind = z.output<typeof OwnEventKind>;

export const RuntimeExtension = z
  .object({
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9]{1,31}$/, 'expected 2 to 32 lower-case letters and digits')
      .describe('The first part of all names below. No category of the service has this name'),
    actions: z.array(OwnAction).max(1_000).default([]).describe('Direct actions that clients can run'),
    dataTypes: z
      .array(OwnDataType)
      .max(100)
      .default([])
      .describe('Data types that clients can list by discovery'),
    nodeTypes: z.array(OwnNodeType).max(1_000).default([]).describe('Node types that graphs can contain'),
    events: z
      .array(OwnEventKind)
      .max(1_000)
      .default([])
      .describe('Event kinds that clients can subscribe to'),
  })
  .meta({ id: 'RuntimeExtension' });
export type RuntimeExtension = z.output<typeof RuntimeExtension>;
