/** Identifies the elements of a list, regardless of the other fields in their records. */
import { integer, record } from 'fast-check';
import { filterRecords, filterStrings, isRecord } from '../json.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';
import { isId } from '../target/id.ts';
import type { AuditContext, AuditTools } from '../audit.ts';

/** Assertions for a page, and for the total that the response contains. */
interface PageAssertions {
  readonly page: AuditContext;
  readonly total: AuditContext;
}

/**
 * Asserts that any limit and offset select a page of the right length, whose elements are in the list and contain no
 * duplicates.
 */
export const mustPaginate = async (
  path: string,
  list: FullList,
  assertions: PageAssertions,
): Promise<void> => {
  const { length } = list.items;
  for (const [limit, offset] of [
    [length + 1, 0],
    [1, Math.max(0, length - 1)],
    [1, length],
    [2, length + 1],
  ] as const)
    await mustBeValidPage(path, list, assertions, limit, offset);
  await assertions.page.property(
    `a page of ${path}`,
    record({ limit: integer({ min: 1, max: length + 2 }), offset: integer({ min: 0, max: length }) }),
    ({ limit, offset }) => mustBeValidPage(path, list, assertions, limit, offset),
    { runs: 10 },
  );
};

const mustBeValidPage = async (
  path: string,
  list: FullList,
  { page, total }: PageAssertions,
  limit: number,
  offset: number,
): Promise<void> => {
  const query = `limit=${limit}&offset=${offset}`;
  const reply = await requestListPage(page, path, query);
  const { length } = list.items;
  // The response to an offset beyond the last element is not documented.
  if (!reply.ok && offset >= length && reply.status < 500) return;
  const items = page.fields.items(reply.json);
  const isValidPage = page.must(
    reply.ok && items !== undefined,
    `${path} returns a page for ${query}`,
    describeReply(reply),
  );
  if (!isValidPage || items === undefined) return;
  page.mustEqual(
    items.length,
    Math.max(0, Math.min(limit, length - offset)),
    `${query} of ${path}, a list of ${length}, returns the requested number of elements`,
  );
  const remaining = [...listSortedKeys(list, list.items)];
  const unexpected = items.map(list.getElementKey).filter((name) => {
    const at = remaining.indexOf(name);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
  page.mustEqual(unexpected, [], `${query} of ${path} returns elements of the list, each once`);
  const count = reply.headers['x-total-count'];
  total.must(
    count === undefined || Number(count) === length,
    `X-Total-Count counts the whole list with ${query} too`,
    { expected: length, actual: count },
  );
};

/** Asserts that consecutive pages of equal length add up to the list. */
export const mustPartitionList = async (t: AuditContext, path: string, list: FullList): Promise<void> => {
  const { length } = list.items;
  if (length < 2) return;
  await t.property(
    `the pages of ${path}`,
    integer({ min: Math.max(1, Math.floor(length / 8)), max: length }),
    async (limit) => {
      const concatenated: unknown[] = [];
      for (let offset = 0; offset < length; offset += limit) {
        concatenated.push(
          ...(t.fields.items((await requestListPage(t, path, `limit=${limit}&offset=${offset}`)).json) ?? []),
        );
      }
      t.mustEqual(
        listSortedKeys(list, concatenated),
        listSortedKeys(list, list.items),
        `pages of ${limit} elements make up the whole list`,
      );
    },
    { runs: 6 },
  );
};

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
