/** Reads the target's assets and their properties, as the target lists them. */
import { isRecord, filterStrings, walkJson } from '../json.ts';
import { pathTo } from '../target/id.ts';
import { runAction } from './run-action.ts';
import type { Fields } from '../target/undocumented-fields.ts';
import type { Manifest } from '../target/manifest.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';

interface AssetProperty {
  readonly name: string;
  readonly entry: unknown;
  readonly value: unknown;
}

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

/**
 * Whether the response for an asset lists properties. Returns `undefined` if the response contains a list at an unknown
 * location.
 */
export const isPropertyList = (lists: TargetReader, reply: Reply): boolean | undefined => {
  if (Array.isArray(parseList(lists, reply)) || parseAssetProperties(lists, reply).length > 0) return true;
  return [...walkJson(reply.json)].some(Array.isArray) ? undefined : false;
};

/** Parses the named properties in the response for an asset. */
const parseAssetProperties = (lists: TargetReader, reply: Reply): readonly AssetProperty[] => {
  const { fields } = lists;
  return fields.named(parseList(lists, reply), 'property.name').map(({ name, entry }) => ({
    ...{ name, entry },
    value: isRecord(entry) ? fields.read(entry, 'property.value') : entry,
  }));
};

/** Reads all records in assets.list and in the discovery of assets. */
const readAssetRecords = async (
  { http }: TargetReader,
  list: () => Promise<Reply>,
): Promise<readonly JsonRecord[]> => {
  const replies = [await list()];
  for (const dataType of ['runtime-assets', 'bundled-assets'])
    replies.push(await http.get(`/api/discovery/${dataType}`));
  return replies.filter(({ ok }) => ok).flatMap(({ json }) => [...walkJson(json)].filter(isRecord));
};

/** Finds possible asset tags in the manifest, in assets.list and in discovery responses. */
const findCandidateAssets = async (
  reader: TargetReader,
  manifest: Manifest,
  list: () => Promise<Reply>,
): Promise<ReadonlySet<string>> => {
  const records = await readAssetRecords(reader, list);
  const tags = records.map((record) => reader.fields.read(record, 'asset.tag'));
  return new Set([...manifest.choices.assets, ...filterStrings(tags)]);
};

/** Maximum number of assets in which to look for properties. */
const maxTriedAssets = 24;

/** Finds the target's assets that list properties. */
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

/** Lists all strings that may be tags of the target's assets. */
const listCandidateTags = async (t: AuditTools): Promise<ReadonlySet<string>> =>
  findCandidateAssets(t, t.manifest, createAssetLister(t));

interface ListedAsset {
  readonly tag: string;
  /** All texts in the record of the asset, one of which may be the name that scene.spawn takes. */
  readonly texts: readonly string[];
}

/** Lists the assets in assets.list and in discovery. An asset occurs once for each record. */
export const listAssetTexts = async (t: AuditTools): Promise<readonly ListedAsset[]> =>
  (await readAssetRecords(t, createAssetLister(t))).flatMap((record) => {
    const tag = t.fields.read(record, 'asset.tag');
    return typeof tag === 'string' ? [{ tag, texts: filterStrings([...walkJson(record)]) }] : [];
  });

/** Lists strings that may be tags of the target's assets, up to the number that audits try. */
export const listCandidateAssets = async (t: AuditTools): Promise<readonly string[]> =>
  [...(await listCandidateTags(t))].slice(0, maxTriedAssets);

/** Like `findAssets`, but ends the audit as NOT_VERIFIED if there is no such asset. */
export const givenAssets = async (t: AuditTools): Promise<readonly AssetWithProperties[]> => {
  const found = await findAssets(t, t.manifest, createAssetLister(t));
  t.given(found.length > 0, 'an asset that lists properties (choices.assets)');
  return found;
};
