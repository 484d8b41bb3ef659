import { pathTo } from '../id.ts';
import { isRecord, walk } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';
import type { Pupil } from './pupil.ts';

/** Categories that are asked for one by one. */
const mostCategories = 60;

/** The records of node types that tell of ports, by enum value in lower case. */
export const nodeTypesOf = async ({
  http,
  fields,
}: Pick<Pupil, 'http' | 'fields'>): Promise<ReadonlyMap<string, JsonRecord>> => {
  const { json } = await http.get('/api/node-types');
  const listed = typeRecordsIn(json);
  if (listed.some(tellsPorts)) return byEnumValue(listed);
  const found: JsonRecord[] = [];
  for (const { name } of fields.categories(json).slice(0, mostCategories)) {
    found.push(...typeRecordsIn((await http.get(pathTo`/api/node-types/${name}`)).json));
  }
  return byEnumValue(found);
};

const typeRecordsIn = (body: unknown): readonly JsonRecord[] =>
  [...walk(body)].filter(isRecord).filter(({ enumValue }) => typeof enumValue === 'string');

const tellsPorts = (nodeType: JsonRecord): boolean =>
  Object.values(nodeType).some((value) => typeof value === 'object' && value !== null);

const byEnumValue = (records: readonly JsonRecord[]): ReadonlyMap<string, JsonRecord> =>
  new Map(records.map((record) => [String(record.enumValue).toLowerCase(), record]));
