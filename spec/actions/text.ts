import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { JsonValue } from '../values.ts';
import { ColorRecord, color, objectTag } from './parameter-schemas.ts';

/** Maximum number of characters in a 3D text. */
export const maxTextLength = 1000;

/** Maximum number of items in an array of arguments. */
const maxArguments = 1000;

export const fontNames = ['DejaVu Sans'] as const;
export const textAlignments = ['left', 'center', 'right'] as const;

export const textActions = {
  format: defineAction({
    summary: 'Fill the placeholders of a text',
    description:
      '`{0}` is replaced by the first item of an `arguments` array, `{name}` by that member of an `arguments` object ' +
      'or by the global variable of that name. `{{` and `}}` produce plain braces. A string is inserted as it is, ' +
      'any other value as JSON.',
    parameters: () => ({
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
        .describe('Whether names missing from the arguments are looked up among the global variables'),
    }),
    example: { template: 'Score {0}', arguments: [42] },
    result: () => ({ text: z.string().describe('The text with every placeholder filled') }),
    named: true,
  }),
  set: defineAction({
    summary: 'Set the content of a 3D text, and redraw it',
    parameters: () => ({
      object: objectTag.describe('Tag of an object with a Text3D'),
      text: z.string().max(maxTextLength).describe('New text; a line break starts a new line'),
      append: z.boolean().default(false).describe('Whether to append to the existing text'),
    }),
    example: { object: 'title', text: 'Hello' },
    result: () => ({ previous: z.string().describe('The previous text') }),
  }),
  setStyle: defineAction({
    summary: 'Set the style of a 3D text, and redraw it',
    parameters: () => ({
      object: objectTag.describe('Tag of an object with a Text3D'),
      font: z.enum(fontNames).optional().describe('Its font'),
      size: z
        .number()
        .min(0.001)
        .max(1000)
        .optional()
        .describe('Font size in metres; a capital letter is 0.73 of it high'),
      color: color.optional().describe('Its main color'),
      align: z
        .enum(textAlignments)
        .optional()
        .describe('Which part of each line is at the position of the object'),
    }),
    example: { object: 'title', size: 1, color: { r: 1, g: 0.56, b: 0.71, a: 1 }, align: 'center' },
    result: () => ({
      previous: z
        .object({
          font: z.enum(fontNames).describe('The font'),
          size: z.number().describe('The previous font size'),
          color: ColorRecord.describe('The previous main color'),
          align: z.enum(textAlignments).describe('The alignment'),
        })
        .describe('The previous style'),
    }),
  }),
} as const;
