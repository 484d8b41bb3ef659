import * as z from 'zod';
import { hasOverflow } from '../value-limits.ts';
import type { Json } from '../values.ts';

/** Levels of what comes over the link, as in MessagePack. */
const maxDepth = 128;

/** Any JSON value, however deep. Both encodings can bring numbers that are not finite; those are not JSON. */
const isLinkValue = (value: unknown): boolean => value !== undefined && !hasOverflow(value, maxDepth);

const describeExpectedJson = ({ input }: { readonly input?: unknown }): string =>
  input === undefined ? 'a value is required' : 'expected finite numbers';

export const linkValueSchema: z.ZodType<Json> = z.custom<Json>(isLinkValue, { error: describeExpectedJson });

/** Names with values, as parameters and results are. */
export const linkRecordSchema = z.record(
  z.string(),
  z.custom<unknown>(isLinkValue, { error: describeExpectedJson }),
);
