import type { z } from 'zod';
import { type JsonSchema, mapSchema, renderSchema } from './json-schema.ts';

/**
 * Finds the arrays without `maxItems` in client input. zod checks the length of an array before its items, so a maximum
 * protects the service from huge inputs.
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
