/** Reads the assets of the target and their properties, as it lists them. */
import { isRecord, filterStrings, walkJson } from '../json.ts';
import { pathTo } from '../target/id.ts';
import { runAction } from './run-action.ts';
import type { Fields } from '../target/undocumented-fields.ts';
import type { Manifest } from '../target/manifest.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { AuditTools } from '../audit.ts';

interface AssetProperty {
  readonly name: string;
  readonly entry: unknown;
  readonly value: unknown;
}

/** An asset that lists properties. */
interface AssetWithProperties {
  readonly tag: string;
  readonly properties: readonly AssetProperty[];
}

export const assetPath = (tag: string, property?: string): string =>
  property === undefined
    ? pathTo`/api/assets/${tag}/properties`
    : pathTo`/api/assets/${tag}/properties/${property}`;

interface TargetReader {
  readonly http: HttpClient;
  readonly fields: Fields;
}

const parseList = ({ fields }: TargetReader, { json }: Reply): unknown =>
  fields.items(json) ?? fields.read(json, 'component.properties');

/** Whether the response for an asset is a list, of whatever length. */
export const isPropertyList = (lists: TargetReader, reply: Reply): boolean =>
  Array.isArray(parseList(lists, reply));

/** Parses the properties in the response for an asset, by name. */
const parseAssetProperties = (lists: TargetReader, reply: Reply): readonly AssetProperty[] => {
  const { fields } = lists;
  return fields.named(parseList(lists, reply), 'property.name').map(({ name, entry }) => ({
    ...{ name, entry },
    value: isRecord(entry) ? fields.read(entry, 'property.value') : entry,
  }));
};

/** Finds possible tags of assets: from the manifest, from assets.list, and from discovery. */
const findCandidateAssets = async (
  { http, fields }: TargetReader,
  manifest: Manifest,
  list: () => Promise<Reply>,
): Promise<ReadonlySet<string>> => {
  const replies = [await list()];
  for (const dataType of ['runtime-assets', 'bundled-assets'])
    replies.push(await http.get(`/api/discovery/${dataType}`));
  const records = replies.filter(({ ok }) => ok).flatMap(({ json }) => [...walkJson(json)].filter(isRecord));
  const tags = records.map((record) => fields.read(record, 'asset.tag'));
  return new Set([...manifest.choices.assets, ...filterStrings(tags)]);
};

/** Most assets that are searched for properties. */
const maxTriedAssets = 24;

/** Finds the assets of the target that list properties. */
export const findAssets = async (
  lists: TargetReader,
  manifest: Manifest,
  list: () => Promise<Reply>,
): Promise<readonly AssetWithProperties[]> => {
  const found: AssetWithProperties[] = [];
  for (const tag of [...(await findCandidateAssets(lists, manifest, list))].slice(0, maxTriedAssets)) {
    const reply = await lists.http.get(assetPath(tag));
    const properties = reply.ok ? parseAssetProperties(lists, reply) : [];
    if (properties.length > 0) found.push({ tag, properties });
  }
  return found;
};

const createAssetLister = (t: AuditTools) => (): Promise<Reply> => runAction(t, 'assets.list', {});

/** Lists texts that may be tags of assets of the target. */
export const listCandidateAssets = async (t: AuditTools): Promise<readonly string[]> =>
  [...(await findCandidateAssets(t, t.manifest, createAssetLister(t)))].slice(0, maxTriedAssets);

/** Like `findAssets`, for audits that need at least one. */
export const givenAssets = async (t: AuditTools): Promise<readonly AssetWithProperties[]> => {
  const found = await findAssets(t, t.manifest, createAssetLister(t));
  t.given(found.length > 0, 'an asset that lists properties (choices.assets)');
  return found;
};
