import * as z from 'zod';
import { holdsOverflow } from '../value-limits.ts';
import type { Json } from '../values.ts';

/** Levels of what comes over the link, as in MessagePack. */
const deepest = 128;

/** Any JSON value, however deep. Both encodings can bring numbers that are not finite; those are not JSON. */
const isLinkValue = (value: unknown): boolean => value !== undefined && !holdsOverflow(value, deepest);

const expected = ({ input }: { readonly input?: unknown }): string =>
  input === undefined ? 'a value is required' : 'expected finite numbers';

export const linkValue: z.ZodType<Json> = z.custom<Json>(isLinkValue, { error: expected });

/** Names with values, as parameters and results are. */
export const linkRecord = z.record(z.string(), z.custom<unknown>(isLinkValue, { error: expected }));
