/** What a runtime offers besides the service's catalog (C-313). */
import * as z from 'zod';
import { OwnDataTypeName } from './commands.ts';
import { linkRecordSchema } from './link-value.ts';

/** Names of at least two parts, such as `blender.addModifier` or `blender.modifier.add`. */
const dottedName = z
  .string()
  .max(100)
  .regex(
    /^[a-z][A-Za-z0-9]*(\.[A-Za-z0-9]+){1,2}$/,
    'expected two or three names of letters and digits, joined by dots',
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
  })
  .meta({ id: 'RuntimeExtension' });
export type RuntimeExtension = z.output<typeof RuntimeExtension>;
