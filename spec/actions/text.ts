import { z } from 'zod';
import { action } from '../contract/action.ts';
import { JsonValue } from '../values.ts';

export const text = {
  format: action({
    summary: 'Fill the placeholders of a text',
    description:
      '`{0}` is replaced by the first item of an `arguments` array, `{name}` by that member of an `arguments` object ' +
      'or by the global variable of that name. `{{` and `}}` write plain braces. A string is inserted as it is, ' +
      'any other value as JSON.',
    parameters: z.object({
      template: z.string().describe('The text with its placeholders'),
      arguments: z
        .union([z.array(JsonValue), z.record(z.string(), JsonValue)], {
          error: 'expected an array (for {0}, {1}, …) or an object (for {name})',
        })
        .optional()
        .describe('The values: an array by position, or an object by name'),
      variables: z
        .boolean()
        .default(true)
        .describe('Whether names that the arguments lack are looked up among the global variables'),
    }),
    result: z.object({ text: z.string().describe('The text with every placeholder filled') }),
    named: true,
  }),
} as const;
