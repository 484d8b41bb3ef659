/** The assets of the target and their properties, as it lists them. */
import { isRecord, stringsOf, walk } from '../json.ts';
import { pathTo } from '../target/id.ts';
import { runAction } from './action-calls.ts';
import type { Fields } from '../target/fields.ts';
import type { Manifest } from '../target/manifest.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { AuditTools } from '../audit.ts';

interface ListedProperty {
  readonly name: string;
  readonly entry: unknown;
  readonly value: unknown;
}

/** An asset whose properties are listed. */
interface ListedAsset {
  readonly tag: string;
  readonly properties: readonly ListedProperty[];
}

export const assetPath = (tag: string, property?: string): string =>
  property === undefined
    ? pathTo`/api/assets/${tag}/properties`
    : pathTo`/api/assets/${tag}/properties/${property}`;

interface Lists {
  readonly http: HttpClient;
  readonly fields: Fields;
}

const listIn = ({ fields }: Lists, { json }: Reply): unknown =>
  fields.items(json) ?? fields.read(json, 'component.properties');

/** Whether the answer about an asset is a list, of however many properties. */
export const isList = (lists: Lists, reply: Reply): boolean => Array.isArray(listIn(lists, reply));

/** The properties in the answer about an asset, by name. */
const propertiesIn = (lists: Lists, reply: Reply): readonly ListedProperty[] => {
  const { fields } = lists;
  return fields.named(listIn(lists, reply), 'property.name').map(({ name, entry }) => ({
    ...{ name, entry },
    value: isRecord(entry) ? fields.read(entry, 'property.value') : entry,
  }));
};

/** Texts that may be tags of assets: those that the manifest names, those that assets.list tells, and what is discovered. */
const likelyAssets = async (
  { http, fields }: Lists,
  manifest: Manifest,
  list: () => Promise<Reply>,
): Promise<ReadonlySet<string>> => {
  const told = [await list()];
  for (const dataType of ['runtime-assets', 'bundled-assets'])
    told.push(await http.get(`/api/discovery/${dataType}`));
  const records = told.filter(({ ok }) => ok).flatMap(({ json }) => [...walk(json)].filter(isRecord));
  const tags = records.map((record) => fields.read(record, 'asset.tag'));
  return new Set([...manifest.choices.assets, ...stringsOf(tags)]);
};

/** Assets that are looked at for properties. */
const mostTried = 24;

/** The assets of the target that list properties. */
export const findAssets = async (
  lists: Lists,
  manifest: Manifest,
  list: () => Promise<Reply>,
): Promise<readonly ListedAsset[]> => {
  const found: ListedAsset[] = [];
  for (const tag of [...(await likelyAssets(lists, manifest, list))].slice(0, mostTried)) {
    const reply = await lists.http.get(assetPath(tag));
    const properties = reply.ok ? propertiesIn(lists, reply) : [];
    if (properties.length > 0) found.push({ tag, properties });
  }
  return found;
};

const list = (t: AuditTools) => (): Promise<Reply> => runAction(t, 'assets.list', {});

/** Texts that may be tags of assets of the target. */
export const toldAssets = async (t: AuditTools): Promise<readonly string[]> =>
  [...(await likelyAssets(t, t.manifest, list(t)))].slice(0, mostTried);

/** The same as `findAssets` for audits, which need one. */
export const listedAssets = async (t: AuditTools): Promise<readonly ListedAsset[]> => {
  const found = await findAssets(t, t.manifest, list(t));
  t.given(found.length > 0, 'an asset that lists properties (choices.assets)');
  return found;
};
