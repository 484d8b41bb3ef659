import * as z from 'zod';
import { hasOverflow } from '../value-limits.ts';
import type { Json } from '../values.ts';

/** Maximum nesting depth of values on the link, as in MessagePack. */
const maxDepth = 128;

/**
 * Whether a value is JSON at all levels. Both encodings can also carry numbers that are not finite, which JSON
 * excludes.
 */
const isLinkValue = (value: unknown): boolean => value !== undefined && !hasOverflow(value, maxDepth);

const describeExpectedJson = ({ input }: { readonly input?: unknown }): string =>
  input === undefined ? 'a value is required' : 'expected finite numbers';

export const linkValueSchema: z.ZodType<Json> = z.custom<Json>(isLinkValue, { error: describeExpectedJson });

/** A record of JSON values, such as parameters or results. */
export const linkRecordSchema = z.record(
  z.string(),
  z.custom<unknown>(isLinkValue, { error: describeExpectedJson }),
);
