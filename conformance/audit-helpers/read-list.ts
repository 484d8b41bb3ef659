/** Identifies the elements of a list, regardless of the other fields in their records. */
import { filterRecords, filterStrings, isRecord } from '../json.ts';
import { isId } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { Reply } from '../target/http/exchange.ts';

/**
 * Returns names from strings, records or keys. The description specifies what a list contains, but not in which form.
 */
export const listNames = (field: unknown): readonly string[] => {
  if (isRecord(field)) return Object.keys(field);
  if (!Array.isArray(field)) return [];
  return filterStrings(
    field.map((entry) =>
      isRecord(entry)
        ? [entry.name, entry.type, entry.id, ...Object.values(entry)].find(isNonBlankText)
        : entry,
    ),
  );
};

const isNonBlankText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A complete list, regardless of the default page size. */
export interface FullList {
  readonly firstPage: Reply;
  readonly items: readonly unknown[];
  /** Returns the key of an element. If no field distinguishes the records, all records have the same key. */
  getElementKey(element: unknown): string;
}

export const requestListPage = (t: AuditTools, path: string, query: string): Promise<Reply> =>
  t.http.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);

/** Maximum length of a list that is read completely. */
const maxListLength = 20_000;

/** Reads all elements of a list. Returns `undefined` if the response is not a list. */
export const readFullList = async (t: AuditTools, path: string): Promise<FullList | undefined> => {
  const first = await t.http.get(path);
  const items = first.ok ? t.fields.items(first.json) : undefined;
  if (items === undefined) return undefined;
  const total = Number(first.headers['x-total-count'] ?? 0);
  const all = [...items];
  while (all.length < total && all.length < maxListLength) {
    const next = await requestListPage(t, path, `limit=${total - all.length}&offset=${all.length}`);
    const nextItems = next.ok ? (t.fields.items(next.json) ?? []) : [];
    if (nextItems.length === 0) break;
    all.push(...nextItems);
  }
  const secondRead = t.fields.items((await t.http.get(path)).json) ?? [];
  const field = findKeyField(filterRecords(items), filterRecords(secondRead));
  return {
    firstPage: first,
    items: all,
    getElementKey: (element) =>
      isRecord(element) ? String(field === undefined ? '' : element[field]) : JSON.stringify(element),
  };
};

/** Finds a field whose values are unique ids that occur in both reads. */
const findKeyField = (
  records: readonly ElementRecord[],
  secondRead: readonly ElementRecord[],
): string | undefined => {
  const readField = (elements: readonly ElementRecord[], field: string) =>
    elements.map((record) => record[field]);
  return Object.keys(records[0] ?? {}).find((field) => {
    const values = readField(records, field);
    const laterValues = new Set(readField(secondRead, field));
    const isUniqueId = values.every(isId) && new Set(values).size === values.length;
    return isUniqueId && values.every((value) => laterValues.has(value));
  });
};

type ElementRecord = Readonly<Record<string, unknown>>;

/** Returns the keys of elements in sorted order. */
export const listSortedKeys = (
  { getElementKey }: FullList,
  elements: readonly unknown[],
): readonly string[] => elements.map(getElementKey).sort();
