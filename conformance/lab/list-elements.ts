/** What the elements of a list are known by, whatever else their records hold. */
import { isRecord, recordsOf } from '../json.ts';
import { isId } from '../target/id.ts';
import type { Reply } from '../target/http/exchange.ts';
import type { AuditTools } from '../audit.ts';

/** A list as a whole, whatever page is served unasked. */
export interface WholeList {
  readonly first: Reply;
  readonly items: readonly unknown[];
  /** What an element is known by; all records have the same name where nothing tells them apart. */
  nameOf(element: unknown): string;
}

export const askList = (t: AuditTools, path: string, query: string): Promise<Reply> =>
  t.http.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);

/** Longest list that is read to its end. */
const longest = 20_000;

/** All elements of a list; undefined when it answers none. */
export const readList = async (t: AuditTools, path: string): Promise<WholeList | undefined> => {
  const first = await t.http.get(path);
  const items = first.ok ? t.fields.items(first.json) : undefined;
  if (items === undefined) return undefined;
  const total = Number(first.headers['x-total-count'] ?? 0);
  const all = [...items];
  while (all.length < total && all.length < longest) {
    const next = await askList(t, path, `limit=${total - all.length}&offset=${all.length}`);
    const more = next.ok ? (t.fields.items(next.json) ?? []) : [];
    if (more.length === 0) break;
    all.push(...more);
  }
  const again = t.fields.items((await t.http.get(path)).json) ?? [];
  const field = telling(recordsOf(items), recordsOf(again));
  return {
    first,
    items: all,
    nameOf: (element) =>
      isRecord(element) ? String(field === undefined ? '' : element[field]) : JSON.stringify(element),
  };
};

/** The field by which records are told apart, and which stays from one read to the next. */
const telling = (records: readonly Fields[], again: readonly Fields[]): string | undefined => {
  const names = (of: readonly Fields[], field: string) => of.map((record) => record[field]);
  return Object.keys(records[0] ?? {}).find((field) => {
    const values = names(records, field);
    const later = new Set(names(again, field));
    const isName = values.every(isId) && new Set(values).size === values.length;
    return isName && values.every((value) => later.has(value));
  });
};

type Fields = Readonly<Record<string, unknown>>;

/** The names of elements in an order of their own. */
export const namesOf = ({ nameOf }: WholeList, elements: readonly unknown[]): readonly string[] =>
  elements.map(nameOf).sort();
