import type { z } from 'zod';
import { type JsonSchema, mapSchema, renderSchema } from './json-schema.ts';

/**
 * Descriptions of the arrays in what a client sends that have no `maxItems`. zod measures an array with a maximum before it
 * looks at an item, so that none of them can keep the service busy.
 */
export const findUnboundedArrays = (input: z.ZodType): string[] => {
  const { schema, components } = renderSchema(input, 'input');
  const found: string[] = [];
  const visit = (part: JsonSchema): JsonSchema => {
    if (part.type === 'array' && part.maxItems === undefined) found.push(JSON.stringify(part));
    return part;
  };
  for (const part of [schema, ...Object.values(components)]) mapSchema(part, visit);
  return found;
};
