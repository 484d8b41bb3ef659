import * as z from 'zod';

/** Returns the maximum length of an array, or infinity if its schema has no maximum. */
export const getMaxItems = (schema: z.ZodArray): number =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).maxItems ?? Number.POSITIVE_INFINITY;
