/** Notes, and what there is to choose for them. */
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

/** A fresh Note node, and how its note is asked for. */
export const createNote = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const node = await t.fixtures.node(graph, 'Note');
  const pathOf = ({ id }: TargetNode): string => pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
  const get = (of = node): Promise<Reply> => t.http.get(pathOf(of));
  const put = (change: JsonRecord, of = node): Promise<Reply> => t.http.put(pathOf(of), change);
  return { graph, get, put };
};

/** A fresh note as it is read at first. */
export const givenReadableNote = async (t: AuditTools) => {
  const asked = await createNote(t);
  const reply = await asked.get();
  const note = isRecord(reply.json) && reply.ok ? reply.json : undefined;
  if (!note) return t.unverified(`a note that is read by GET ${noteRoute} (${describeReply(reply).actual})`);
  return { ...asked, note };
};

/** The four fields of a note that can be written. */
export const getNoteContent = (note: unknown): JsonRecord =>
  Object.fromEntries(contentFields.map((field) => [field, isRecord(note) ? note[field] : undefined]));

export const getFieldList = (note: JsonRecord, field: string): readonly unknown[] => {
  const list = note[field];
  return Array.isArray(list) ? list : [];
};

/** Whether a value is one of the choices, which may be records that tell more of it. */
export const includesChoice = (choices: readonly unknown[], value: unknown): boolean =>
  choices.some((choice) =>
    isRecord(choice)
      ? includesDeep(choice, typeof value === 'number' ? value : String(value))
      : isDeepStrictEqual(choice, value),
  );

/** What can be written of choices: themselves, or of records the field that the present value is one of. */
export const listChoiceValues = (choices: readonly unknown[], present: unknown): readonly unknown[] => {
  const records = choices.filter(isRecord);
  const name = records.flatMap((record) => Object.keys(record).filter((key) => record[key] === present))[0];
  return choices.flatMap((choice) => {
    if (!isRecord(choice)) return [choice];
    return name === undefined || choice[name] === undefined ? [] : [choice[name]];
  });
};

/** Sizes next to those that are supported and not among them: before the least, after the greatest, in a gap. */
export const listUnsupportedSizes = (sizes: readonly unknown[]): readonly number[] => {
  const known = sizes.filter((size) => typeof size === 'number');
  const around = known.flatMap((size) => [size - 1, size + 1]).filter((size) => size > 0);
  const free = [...new Set(around)].filter((size) => !known.includes(size)).sort((a, b) => a - b);
  const ends = [free[0], free[Math.floor(free.length / 2)], free.at(-1)];
  return [...new Set(ends)].filter((size) => size !== undefined);
};
