/** The context of a discovery, and the nodes that the discovery examines. */
import { isRecord, type JsonRecord, walkJson } from '../../json.ts';
import { pathTo } from '../id.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Fields, ParsedPort } from '../undocumented-fields.ts';
import type { FieldSource } from './field-source.ts';

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

export interface DiscoveryContext {
  readonly http: HttpClient;
  readonly source: FieldSource;
  readonly fields: Fields;
  /** The name of the graph that the discovery creates. */
  readonly graphName: string;
}

export interface SampleNode {
  readonly record: JsonRecord;
  readonly enumValue: string;
  /** Whether the node was placed at {@link sampleLocation}. */
  readonly isPlaced: boolean;
  readonly ports: readonly ParsedPort[];
}

/** The location at which sample nodes are placed. These two numbers are unlikely to occur by chance. */
export const sampleLocation = { locationX: 137, locationY: 251 };

export const isPortOfType =
  (...types: readonly string[]) =>
  ({ record }: ParsedPort): boolean =>
    types.includes(String(record.type));

export const isWritablePort = ({ record, direction }: ParsedPort): boolean =>
  direction !== 'output' && record.isSensitive !== true && record.isEnabled !== false;
