/** Learns the fields of lists from what the description says of them: a verb, a route, a known category, a count. */
import { isRecord, recordsOf, walk } from '../../json.ts';
import { placeWhere } from './infer-place.ts';
import type { Fields } from '../fields.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { FieldName } from './catalog.ts';
import type { Source } from './source.ts';

const verb = /^(get|post|put|patch|delete)$/i;
const route = /^\/\S*$/;
const both = /^(get|post|put|patch|delete)\s+\/\S*$/i;

const isText = (value: unknown): value is string => typeof value === 'string';
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    isText(value) && pattern.test(value);

/** Where the table of contents has methods and routes, when it has not under their usual names. */
export const learnToc = (source: Source, fields: Fields, body: unknown): void => {
  const records = [...walk(body)].filter(isRecord);
  if (records.some((entry) => isText(fields.read(entry, 'toc.route')))) return;
  const together = records.filter((record) => Object.values(record).some(matches(both)));
  const path = placeWhere(together, matches(both));
  if (path !== undefined) {
    source.learn('toc.method', [`$substringBefore(${path}, ' ')`]);
    source.learn('toc.route', [`$trim($substringAfter(${path}, ' '))`]);
    return;
  }
  const entries = records.filter((record) => Object.values(record).some(matches(route)));
  learnPlace(source, 'toc.route', placeWhere(entries, matches(route)));
  if (!entries.some((entry) => matches(verb)(fields.read(entry, 'toc.method')))) {
    learnPlace(source, 'toc.method', placeWhere(entries, matches(verb)));
  }
};

/** Where a category has its name, and how many nodes it counts. */
export const learnCategories = async (http: HttpClient, source: Source, fields: Fields): Promise<void> => {
  const records = recordsOf(fields.items((await http.get('/api/node-types')).json));
  const known = new Set(fields.names((await http.get('/api/types')).at('NodeCategories')));
  if (
    records.length > 0 &&
    !records.every((record) => known.has(String(fields.read(record, 'category.name'))))
  ) {
    learnPlace(
      source,
      'category.name',
      placeWhere(records, (value) => isText(value) && known.has(value)),
    );
  }
  const listed = fields.categories(records).filter(({ nodes }) => nodes.length > 0);
  const sizes = new Map(listed.map(({ record, nodes }) => [record, nodes.length]));
  if (
    listed.length > 1 &&
    listed.every(({ record }) => fields.read(record, 'category.count') === undefined)
  ) {
    learnPlace(
      source,
      'category.count',
      placeWhere([...sizes.keys()], (value, record) => value === sizes.get(record)),
    );
  }
};

const learnPlace = (source: Source, key: FieldName, path: string | undefined): void => {
  if (path !== undefined) source.learn(key, [path]);
};
