import * as z from 'zod';
import type { Json } from '../values.ts';

/** Any JSON value: what has come over the link is nothing else, however deep. */
export const linkValue: z.ZodType<Json> = z.custom<Json>(
  (value) => value !== undefined,
  'a value is required',
);

/** Names with values, as parameters and results are. */
export const linkRecord = z.record(z.string(), z.unknown());
