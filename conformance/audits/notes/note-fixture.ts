/** Creates notes for audits, and lists the values that a note accepts. */
import { isDeepStrictEqual } from 'node:util';
import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord, includesDeep } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { JsonRecord } from '../../json.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../../requirements/index.ts';

export const noteRoute = '/api/graphs/{graphId}/nodes/{nodeId}/note';

export const styleFields = [
  { field: 'font', available: 'availableFonts', requirement: 'NOTE-002' },
  { field: 'color', available: 'availableColors', requirement: 'NOTE-003' },
  { field: 'fontSize', available: 'availableFontSizes', requirement: 'NOTE-004' },
] as const satisfies readonly { field: string; available: string; requirement: RequirementId }[];

const contentFields = ['text', 'font', 'color', 'fontSize'] as const;

/** Creates a Note node. Returns the node, and a function that reads its note. */
export const createNote = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const node = await t.fixtures.node(graph, 'Note');
  const getNotePath = ({ id }: TargetNode): string => pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
  const get = (note = node): Promise<Reply> => t.http.get(getNotePath(note));
  const put = (change: JsonRecord, note = node): Promise<Reply> => t.http.put(getNotePath(note), change);
  return { graph, get, put };
};

/** Creates a note, and reads the note's initial state. */
export const givenReadableNote = async (t: AuditTools) => {
  const created = await createNote(t);
  const reply = await created.get();
  const note = isRecord(reply.json) && reply.ok ? reply.json : undefined;
  if (!note)
    return t.unverified(`a note that can be read by GET ${noteRoute} (${describeReply(reply).actual})`);
  return { ...created, note };
};

/** Returns the four writable fields of a note. */
export const getNoteContent = (note: unknown): JsonRecord =>
  Object.fromEntries(contentFields.map((field) => [field, isRecord(note) ? note[field] : undefined]));

export const getFieldList = (note: JsonRecord, field: string): readonly unknown[] => {
  const list = note[field];
  return Array.isArray(list) ? list : [];
};

/** Whether a list of choices contains a value. The choices may be records with more details. */
export const includesChoice = (choices: readonly unknown[], value: unknown): boolean =>
  choices.some((choice) =>
    isRecord(choice)
      ? includesDeep(choice, typeof value === 'number' ? value : String(value))
      : isDeepStrictEqual(choice, value),
  );

/**
 * Returns the values that can be written: the choices themselves or, if they are records, the field of each record that
 * corresponds to the current value.
 */
export const listChoiceValues = (choices: readonly unknown[], current: unknown): readonly unknown[] => {
  const records = choices.filter(isRecord);
  const name = records.flatMap((record) => Object.keys(record).filter((key) => record[key] === current))[0];
  return choices.flatMap((choice) => {
    if (!isRecord(choice)) return [choice];
    return name === undefined || choice[name] === undefined ? [] : [choice[name]];
  });
};

/**
 * Returns unsupported sizes that are close to supported ones: below the smallest, above the largest, and in a gap
 * between two sizes.
 */
export const listUnsupportedSizes = (sizes: readonly unknown[]): readonly number[] => {
  const numericSizes = sizes.filter((size) => typeof size === 'number');
  const neighbours = numericSizes.flatMap((size) => [size - 1, size + 1]).filter((size) => size > 0);
  const free = [...new Set(neighbours)].filter((size) => !numericSizes.includes(size)).sort((a, b) => a - b);
  const ends = [free[0], free[Math.floor(free.length / 2)], free.at(-1)];
  return [...new Set(ends)].filter((size) => size !== undefined);
};
