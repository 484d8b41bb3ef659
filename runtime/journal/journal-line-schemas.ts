/** Schemas of the lines in a journal. */
import * as z from 'zod';
import { journalFormat } from './journal-format.ts';
import type { Limits } from '../engine/execution-limits.ts';

const tickSchema = z.int().min(0);
const hashSchema = z.string();
const assetTags = z.array(z.string());
const recordSchema = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
/** The latest date that JavaScript supports, in milliseconds since 1970. */
const maxDateMs = 8.64e15;

export const JournalHeadLine = z.object({
  format: z.literal(journalFormat),
  fps: z.number().positive().max(1_000),
  seed: z.number(),
  limits: z.custom<Limits>((value) => z.record(z.string(), z.number()).safeParse(value).success),
  catalog: z.string(),
  entryPrefix: z.string().optional(),
});

export const JournalBodyLine = z.union([
  z.strictObject({ tick: tickSchema, command: z.string(), params: recordSchema }),
  z.strictObject({ tick: tickSchema, unixMs: z.number().min(-maxDateMs).max(maxDateMs) }),
  z.strictObject({
    tick: tickSchema,
    arrivals: z.array(z.strictObject({ job: z.int(), outcome: z.unknown() })),
  }),
  z.strictObject({ tick: tickSchema, stop: z.literal(true) }),
  z.strictObject({ tick: tickSchema, dropped: z.number() }),
  z.strictObject({
    tick: tickSchema,
    overload: z.strictObject({
      frameMs: z.number(),
      shareMs: z.number(),
      graphId: z.string().optional(),
      name: z.string().optional(),
      graphMs: z.number().optional(),
    }),
  }),
  z.strictObject({
    tick: tickSchema,
    assets: z.strictObject({
      project: z.string().nullish(),
      files: z.array(z.strictObject({ asset: z.string(), size: z.number() })).optional(),
      gone: assetTags.optional(),
      read: z.array(z.strictObject({ asset: z.string(), digest: hashSchema })).optional(),
      settled: z
        .array(z.strictObject({ asset: z.string(), digest: hashSchema, isKept: z.boolean() }))
        .optional(),
      changes: z.strictObject({ added: assetTags, removed: assetTags, changed: assetTags }).optional(),
      failure: z.string().optional(),
    }),
  }),
  z.strictObject({ tick: tickSchema, news: z.strictObject({ device: z.string(), news: recordSchema }) }),
  z.strictObject({ marks: z.array(z.tuple([tickSchema, hashSchema])) }),
  z.strictObject({
    end: z.strictObject({
      tick: tickSchema,
      events: z.int(),
      inputHash: hashSchema,
      eventHash: hashSchema,
      stateHash: hashSchema,
    }),
  }),
]);
