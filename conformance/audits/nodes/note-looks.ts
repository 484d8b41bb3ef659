/** Notes, and what there is to choose for them. */
import { isDeepStrictEqual } from 'node:util';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord, mentions } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabNode } from '../../lab/palette.ts';
import type { RequirementId } from '../../requirements/index.ts';

export const noteRoute = '/api/graphs/{graphId}/nodes/{nodeId}/note';

export const looks = [
  { field: 'font', available: 'availableFonts', requirement: 'NOTE-002' },
  { field: 'color', available: 'availableColors', requirement: 'NOTE-003' },
  { field: 'fontSize', available: 'availableFontSizes', requirement: 'NOTE-004' },
] as const satisfies readonly { field: string; available: string; requirement: RequirementId }[];

const content = ['text', 'font', 'color', 'fontSize'] as const;

/** A fresh Note node, and how its note is asked for. */
export const freshNote = async (t: AuditTools) => {
  const graph = await t.lab.graph();
  const node = await t.lab.node(graph, 'Note');
  const pathOf = ({ id }: LabNode): string => pathTo`/api/graphs/${graph.id}/nodes/${id}/note`;
  const get = (of = node): Promise<Reply> => t.http.get(pathOf(of));
  const put = (change: JsonRecord, of = node): Promise<Reply> => t.http.put(pathOf(of), change);
  return { graph, get, put };
};

/** A fresh note as it is read at first. */
export const givenNote = async (t: AuditTools) => {
  const asked = await freshNote(t);
  const reply = await asked.get();
  const note = isRecord(reply.json) && reply.ok ? reply.json : undefined;
  if (!note) return t.unverified(`a note that is read by GET ${noteRoute} (${inShort(reply).actual})`);
  return { ...asked, note };
};

/** The four fields of a note that can be written. */
export const contentOf = (note: unknown): JsonRecord =>
  Object.fromEntries(content.map((field) => [field, isRecord(note) ? note[field] : undefined]));

export const listOf = (note: JsonRecord, field: string): readonly unknown[] => {
  const list = note[field];
  return Array.isArray(list) ? list : [];
};

/** Whether a value is one of the choices, which may be records that tell more of it. */
export const isAmong = (choices: readonly unknown[], value: unknown): boolean =>
  choices.some((choice) =>
    isRecord(choice)
      ? mentions(choice, typeof value === 'number' ? value : String(value))
      : isDeepStrictEqual(choice, value),
  );

/** What can be written of choices: themselves, or of records the field that the present value is one of. */
export const valuesOf = (choices: readonly unknown[], present: unknown): readonly unknown[] => {
  const records = choices.filter(isRecord);
  const name = records.flatMap((record) => Object.keys(record).filter((key) => record[key] === present))[0];
  return choices.flatMap((choice) => {
    if (!isRecord(choice)) return [choice];
    return name === undefined || choice[name] === undefined ? [] : [choice[name]];
  });
};

/** Sizes next to those that are supported and not among them: before the least, after the greatest, in a gap. */
export const unsupportedSizes = (sizes: readonly unknown[]): readonly number[] => {
  const known = sizes.filter((size) => typeof size === 'number');
  const around = known.flatMap((size) => [size - 1, size + 1]).filter((size) => size > 0);
  const free = [...new Set(around)].filter((size) => !known.includes(size)).sort((a, b) => a - b);
  const ends = [free[0], free[Math.floor(free.length / 2)], free.at(-1)];
  return [...new Set(ends)].filter((size) => size !== undefined);
};
