/** The lines of a journal (register: C-34). */
import * as z from 'zod';
import type { Limits } from '../engine/limits.ts';
import type { Arrival } from '../engine/jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/protocol.ts';
import type { News } from '../outside/news.ts';
import type { Overload } from '../frame/overload.ts';
import type { AssetNews } from '../scene/assets/asset-news.ts';
import type { Mark } from './hashes.ts';

export const journalFormat = 'scene-runtime-journal/1';

/** What a runtime has to be made of for the inputs to mean the same. */
export interface Head {
  readonly format: typeof journalFormat;
  readonly fps: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Which node types there were. */
  readonly catalog: string;
  /** What ids of console entries begin with, where that is not the usual. */
  readonly entryPrefix?: string | undefined;
}

/** Something that came from outside, with the tick it fell into: the running one, or the coming one between ticks. */
export type Input = { readonly tick: number } & (
  | CommandInput
  /** Time was stopped, and all graphs with it. */
  | { readonly stop: true }
  /** Milliseconds of simulated time that the loop gave up. */
  | { readonly dropped: number }
  /** What frames cost that took longer than their share of real time. */
  | { readonly overload: Overload }
  /** What came to be known of the files of assets. */
  | { readonly assets: AssetNews }
  /** What a device has told. */
  | { readonly news: News }
  /** A reading of the wall clock, in milliseconds since 1970. */
  | { readonly unixMs: number }
  /** What jobs outside came to, in order. */
  | { readonly arrivals: readonly Arrival[] }
);

interface CommandInput {
  readonly command: RuntimeCommand;
  readonly params: RuntimeCommands[RuntimeCommand]['params'];
}

/** How it all came out. */
export interface End {
  /** The last tick. */
  readonly tick: number;
  /** How many events were raised. */
  readonly events: number;
  /** SHA-256 over the lines of the head and all inputs. */
  readonly inputHash: string;
  /** SHA-256 over all events in canonical JSON, a line each. */
  readonly eventHash: string;
  /** SHA-256 over the final state in canonical JSON. */
  readonly stateHash: string;
}

/** What a line of the file may be. */
export type Line = Head | Input | { readonly marks: readonly Mark[] } | { readonly end: End };

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
    }),
  }),
  z.strictObject({ tick, news: z.strictObject({ device: z.string(), news: record }) }),
  z.strictObject({ marks: z.array(z.tuple([tick, hash])) }),
  z.strictObject({
    end: z.strictObject({ tick, events: z.int(), inputHash: hash, eventHash: hash, stateHash: hash }),
  }),
]);
