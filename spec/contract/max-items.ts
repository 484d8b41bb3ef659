import * as z from 'zod';

/** The length that an array may have; infinity where its schema names none. */
export const getMaxItems = (schema: z.ZodArray): number =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).maxItems ?? Number.POSITIVE_INFINITY;
