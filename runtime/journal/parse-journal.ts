import * as z from 'zod';
import { parseExactJson } from './exact-json.ts';
import {
  createLineHash,
  type HashMark,
  type JournalEnd,
  JournalError,
  journalFormat,
  type JournalHead,
  type JournalInput,
} from './journal-format.ts';
import type { Limits } from '../engine/execution-limits.ts';

const tickSchema = z.int().min(0);
const hashSchema = z.string();
const assetTags = z.array(z.string());
const recordSchema = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
/** The latest date that JavaScript supports, in milliseconds since 1970. */
const maxDateMs = 8.64e15;

const JournalHeadLine = z.object({
  format: z.literal(journalFormat),
  fps: z.number().positive().max(1_000),
  seed: z.number(),
  limits: z.custom<Limits>((value) => z.record(z.string(), z.number()).safeParse(value).success),
  catalog: z.string(),
  entryPrefix: z.string().optional(),
});

const JournalBodyLine = z.union([
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

export interface Journal {
  readonly head: JournalHead;
  /** All inputs in their original order. */
  readonly inputs: readonly JournalInput[];
  readonly marks: readonly HashMark[];
  /** Hash of the head and the inputs, computed while parsing. */
  readonly inputHash: string;
  /** The end of the journal; `undefined` when the runtime wasn't shut down properly. */
  readonly end: JournalEnd | undefined;
}

/**
 * Parses a journal. An incomplete last line, which a crash may leave behind, is ignored.
 * @throws JournalError with the number of the invalid line
 */
export const parseJournal = (text: string): Journal => {
  const [headLine = '', ...bodyLines] = text.split('\n').slice(0, -1);
  const head = JournalHeadLine.safeParse(parseLine(headLine));
  if (!head.success) throw new JournalError('line 1 is not the head of a journal that this version can read');

  const inputHash = createLineHash();
  inputHash.add(headLine);
  const inputs: JournalInput[] = [];
  const marks: HashMark[] = [];
  let end: JournalEnd | undefined;
  bodyLines.forEach((line, index) => {
    const parsed = JournalBodyLine.safeParse(parseLine(line));
    if (!parsed.success || end) throw new JournalError(`line ${index + 2} is not a line of a journal`);
    const { data } = parsed;
    if ('end' in data) {
      end = data.end;
    } else if ('marks' in data) {
      marks.push(...data.marks);
    } else {
      inputHash.add(line);
      inputs.push(data as JournalInput);
    }
  });
  return { head: head.data, inputs, marks, inputHash: inputHash.digest(), end };
};

const parseLine = (line: string): unknown => {
  try {
    return parseExactJson(line);
  } catch {
    return undefined;
  }
};
