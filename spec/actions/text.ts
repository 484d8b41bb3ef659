import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { ColorRecord, color, objectTag } from './parameter-schemas.ts';

/** Characters that a 3D text holds at most. */
export const maxTextLength = 1000;

/** Items of an array of arguments at most. */
const maxArguments = 1000;

export const fontNames = ['DejaVu Sans'] as const;
export const textAlignments = ['left', 'center', 'right'] as const;

export const textActions = {
  format: defineAction({
    summary: 'Fill the placeholders of a text',
    description:
      '`{0}` is replaced by the first item of an `arguments` array, `{name}` by that member of an `arguments` object ' +
      'or by the global variable of that name. `{{` and `}}` write plain braces. A string is inserted as it is, ' +
      'any other value as JSON.',
    parameters: () =>
      z.object({
        template: z.string().describe('The text with its placeholders'),
        arguments: z
          .union([z.array(JsonValue).max(maxArguments), z.record(z.string(), JsonValue)], {
            error: 'expected an array (for {0}, {1}, …) or an object (for {name})',
          })
          .optional()
          .describe('The values: an array by position, or an object by name'),
        variables: z
          .boolean()
          .default(true)
          .describe('Whether names that the arguments lack are looked up among the global variables'),
      }),
    result: () => z.object({ text: z.string().describe('The text with every placeholder filled') }),
    named: true,
  }),
  set: defineAction({
    summary: 'Write what a 3D text says, and draw it',
    parameters: () =>
      z.object({
        object: objectTag.describe('Tag of an object with a Text3D'),
        text: z.string().max(maxTextLength).describe('What it is to say; a line break begins a line'),
        append: z.boolean().default(false).describe('Whether it goes behind what it says already'),
      }),
    result: () => z.object({ previous: z.string().describe('What it said before') }),
  }),
  setStyle: defineAction({
    summary: 'Write how a 3D text looks, and draw it',
    parameters: () =>
      z.object({
        object: objectTag.describe('Tag of an object with a Text3D'),
        font: z.enum(fontNames).optional().describe('Its font'),
        size: z
          .number()
          .min(0.001)
          .max(1000)
          .optional()
          .describe('Size of the font, in metres; a capital letter is 0.73 of it high'),
        color: color.optional().describe('Its main colour'),
        align: z.enum(textAlignments).optional().describe('Which part of each line is where the object is'),
      }),
    result: () =>
      z.object({
        previous: z
          .object({
            font: z.enum(fontNames).describe('The font'),
            size: z.number().describe('The size of the font'),
            color: ColorRecord.describe('The main colour'),
            align: z.enum(textAlignments).describe('The alignment'),
          })
          .describe('How it looked before'),
      }),
  }),
} as const;
