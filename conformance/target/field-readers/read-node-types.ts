import { pathTo } from '../id.ts';
import { isRecord, walkJson } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';
import type { DiscoveryContext } from './discovery-context.ts';

/** Maximum number of categories that are read one by one. */
const maxCategories = 60;

/** Reads the records of node types that describe ports, keyed by lower-case enum value. */
export const readNodeTypes = async ({
  http,
  fields,
}: Pick<DiscoveryContext, 'http' | 'fields'>): Promise<ReadonlyMap<string, JsonRecord>> => {
  const { json } = await http.get('/api/node-types');
  const records = listTypeRecords(json);
  if (records.some(hasPortInfo)) return indexByEnumValue(records);
  const found: JsonRecord[] = [];
  for (const { name } of fields.categories(json).slice(0, maxCategories)) {
    found.push(...listTypeRecords((await http.get(pathTo`/api/node-types/${name}`)).json));
  }
  return indexByEnumValue(found);
};

const listTypeRecords = (body: unknown): readonly JsonRecord[] =>
  [...walkJson(body)].filter(isRecord).filter(({ enumValue }) => typeof enumValue === 'string');

const hasPortInfo = (nodeType: JsonRecord): boolean =>
  Object.values(nodeType).some((value) => typeof value === 'object' && value !== null);

const indexByEnumValue = (records: readonly JsonRecord[]): ReadonlyMap<string, JsonRecord> =>
  new Map(records.map((record) => [String(record.enumValue).toLowerCase(), record]));
