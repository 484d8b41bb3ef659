/**
 * Discovers the fields of lists from what the description says about their contents: a verb, a route, a known category,
 * a count.
 */
import { filterRecords, isRecord, type JsonRecord, walkJson } from '../../json.ts';
import { isQuotable, toPathStep } from './jsonata-expression.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Fields } from '../undocumented-fields.ts';
import type { FieldName } from './field-catalog.ts';
import type { FieldSource } from './field-source.ts';

/**
 * Returns an expression for the only path at which every record has a suitable value. Returns `undefined` if no such path or more than
 * one path exists.
 */
export const inferPath = (
  records: readonly JsonRecord[],
  matches: (value: unknown, record: JsonRecord) => boolean,
): string | undefined => {
  const [path, ...otherPaths] = Object.entries(flattenLeaves(records[0] ?? {})).flatMap(([key, value]) =>
    value !== undefined && records.every((record) => matches(flattenLeaves(record)[key], record))
      ? [key]
      : [],
  );
  return otherPaths.length === 0 ? path : undefined;
};

/** Returns an expression for the only path at which two records differ in a suitable way. */
export const inferDifferingPath = (
  one: JsonRecord,
  changed: JsonRecord,
  matches: (a: unknown, b: unknown) => boolean,
): string | undefined => {
  const [before, after] = [flattenLeaves(one), flattenLeaves(changed)];
  const [path, ...otherPaths] = Object.keys(before).filter(
    (key) => after[key] !== undefined && before[key] !== after[key] && matches(before[key], after[key]),
  );
  return otherPaths.length === 0 ? path : undefined;
};

/** Returns the strings, numbers and booleans of a record down to the second level, keyed by an expression. */
const flattenLeaves = (record: JsonRecord, prefix = ''): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      if (!isQuotable(key)) return [];
      const path = prefix + toPathStep(key);
      if (typeof value !== 'object') return [[path, value]];
      return isRecord(value) && prefix === '' ? Object.entries(flattenLeaves(value, `${path}.`)) : [];
    }),
  );

const methodPattern = /^(get|post|put|patch|delete)$/i;
const routePattern = /^\/\S*$/;
const methodAndRoutePattern = /^(get|post|put|patch|delete)\s+\/\S*$/i;

const isString = (value: unknown): value is string => typeof value === 'string';
const createTextMatcher =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    isString(value) && pattern.test(value);

/** Finds the fields for methods and routes in the table of contents if they have unusual names. */
export const discoverToc = (source: FieldSource, fields: Fields, body: unknown): void => {
  const records = [...walkJson(body)].filter(isRecord);
  if (records.some((entry) => isString(fields.read(entry, 'toc.route')))) return;
  const together = records.filter((record) =>
    Object.values(record).some(createTextMatcher(methodAndRoutePattern)),
  );
  const path = inferPath(together, createTextMatcher(methodAndRoutePattern));
  if (path !== undefined) {
    source.learn('toc.method', [`$substringBefore(${path}, ' ')`]);
    source.learn('toc.route', [`$trim($substringAfter(${path}, ' '))`]);
    return;
  }
  const entries = records.filter((record) => Object.values(record).some(createTextMatcher(routePattern)));
  setInferredPath(source, 'toc.route', inferPath(entries, createTextMatcher(routePattern)));
  if (!entries.some((entry) => createTextMatcher(methodPattern)(fields.read(entry, 'toc.method')))) {
    setInferredPath(source, 'toc.method', inferPath(entries, createTextMatcher(methodPattern)));
  }
};

/** Finds the fields for a category's name and its number of nodes. */
export const discoverCategories = async (
  http: HttpClient,
  source: FieldSource,
  fields: Fields,
): Promise<void> => {
  const records = filterRecords(fields.items((await http.get('/api/node-types')).json));
  const categoryNames = new Set(fields.names((await http.get('/api/types')).at('NodeCategories')));
  if (
    records.length > 0 &&
    !records.every((record) => categoryNames.has(String(fields.read(record, 'category.name'))))
  ) {
    setInferredPath(
      source,
      'category.name',
      inferPath(records, (value) => isString(value) && categoryNames.has(value)),
    );
  }
  const nonEmpty = fields.categories(records).filter(({ nodes }) => nodes.length > 0);
  const sizes = new Map(nonEmpty.map(({ record, nodes }) => [record, nodes.length]));
  if (
    nonEmpty.length > 1 &&
    nonEmpty.every(({ record }) => fields.read(record, 'category.count') === undefined)
  ) {
    setInferredPath(
      source,
      'category.count',
      inferPath([...sizes.keys()], (value, record) => value === sizes.get(record)),
    );
  }
};

const setInferredPath = (source: FieldSource, key: FieldName, path: string | undefined): void => {
  if (path !== undefined) source.learn(key, [path]);
};
