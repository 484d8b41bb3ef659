/** What the lines of a journal are read by. */
import * as z from 'zod';
import { journalFormat } from './format.ts';
import type { Limits } from '../engine/execution-limits.ts';

const tick = z.int().min(0);
const hash = z.string();
const tags = z.array(z.string());
const record = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
/** As far as dates go. */
const mostMs = 8.64e15;

export const HeadLine = z.object({
  format: z.literal(journalFormat),
  fps: z.number().positive().max(1_000),
  seed: z.number(),
  limits: z.custom<Limits>((value) => z.record(z.string(), z.number()).safeParse(value).success),
  catalog: z.string(),
  entryPrefix: z.string().optional(),
});

export const OtherLine = z.union([
  z.strictObject({ tick, command: z.string(), params: record }),
  z.strictObject({ tick, unixMs: z.number().min(-mostMs).max(mostMs) }),
  z.strictObject({ tick, arrivals: z.array(z.strictObject({ job: z.int(), outcome: z.unknown() })) }),
  z.strictObject({ tick, stop: z.literal(true) }),
  z.strictObject({ tick, dropped: z.number() }),
  z.strictObject({
    tick,
    overload: z.strictObject({
      frameMs: z.number(),
      shareMs: z.number(),
      graphId: z.string().optional(),
      name: z.string().optional(),
      graphMs: z.number().optional(),
    }),
  }),
  z.strictObject({
    tick,
    assets: z.strictObject({
      project: z.string().nullish(),
      files: z.array(z.strictObject({ asset: z.string(), size: z.number() })).optional(),
      gone: tags.optional(),
      read: z.array(z.strictObject({ asset: z.string(), digest: hash })).optional(),
      settled: z.array(z.strictObject({ asset: z.string(), digest: hash, isKept: z.boolean() })).optional(),
      changes: z.strictObject({ added: tags, removed: tags, changed: tags }).optional(),
      failure: z.string().optional(),
    }),
  }),
  z.strictObject({ tick, news: z.strictObject({ device: z.string(), news: record }) }),
  z.strictObject({ marks: z.array(z.tuple([tick, hash])) }),
  z.strictObject({
    end: z.strictObject({ tick, events: z.int(), inputHash: hash, eventHash: hash, stateHash: hash }),
  }),
]);
