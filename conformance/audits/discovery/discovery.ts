import { inShort } from '../../target/http/in-short.ts';
import { isRecord, mentions, stringsOf, walk } from '../../json.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { JsonRecord } from '../../json.ts';

const discovery = area('discovery', 'token');
const discoveryWithRuntime = area('discovery', 'token', 'runtime');
const discoveryNoRuntime = area('discovery', 'condition:noRuntime');

/** The one data type that is known without a runtime. */
const local = 'input-info';

const dataTypes = [
  'scene-objects',
  'bundled-assets',
  'scenes',
  'runtime-assets',
  local,
  'input-action',
  'app-data',
  'transitions',
  'midi-devices',
  'components-info',
  'layers',
];

const path = (dataType: string, filter?: string): string =>
  `/api/discovery/${dataType}${filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`}`;

/** The record of a data type in the list, which names it in a field or is kept under its name. */
const entryOf = (list: unknown, dataType: string): JsonRecord | undefined => {
  for (const value of walk(list)) {
    if (!isRecord(value)) continue;
    if (Object.values(value).includes(dataType)) return value;
    if (isRecord(value[dataType])) return value[dataType];
  }
  return undefined;
};

const mustBeEnvelope = (t: AuditContext, reply: Reply, dataType: string): readonly unknown[] => {
  t.must(reply.ok, `${dataType} answers`, inShort(reply));
  t.mustEqual(reply.at('dataType'), dataType, `the envelope of ${dataType} tells its dataType`);
  const items = reply.at('items');
  t.must(Array.isArray(items), `the envelope of ${dataType} has items`, { actual: items });
  const found = items as readonly unknown[];
  t.mustEqual(reply.at('count'), found.length, `count of ${dataType} is the number of its items`);
  return found;
};

/** The items that a filter keeps. */
const kept = async (t: AuditContext, filter: string): Promise<readonly unknown[]> =>
  mustBeEnvelope(t, await t.http.get(path(local, filter)), local);

/** An item in one text, to be compared with others. */
const textOf = (item: unknown): string => JSON.stringify(item);

const nameOf = (item: unknown): string | undefined => {
  const name = isRecord(item) ? item.name : item;
  return typeof name === 'string' && name !== '' ? name : undefined;
};

/** Texts that an item has beside its name. */
const metadataOf = (item: unknown, name: string): readonly string[] =>
  isRecord(item) ? stringsOf(Object.values(item)).filter((text) => text !== '' && !name.includes(text)) : [];

export const discoveryAudits = [
  discovery.audit('list', ['DISC-LIST-001'], async (t) => {
    const reply = await t.http.get('/api/discovery');
    t.must(reply.ok, 'the data types are listed', { actual: reply.status });
    const missing = dataTypes.filter((dataType) => !mentions(reply.json, dataType));
    t.mustEqual(missing, [], 'every data type is in the list');
    t.observe('entries in the list of data types', t.fields.items(reply.json)?.length);
  }),
  discovery.audit('list-entries', ['DISC-LIST-002'], async (t) => {
    const list = (await t.http.get('/api/discovery')).json;
    const entries = dataTypes.map((dataType) => ({ dataType, entry: entryOf(list, dataType) }));
    t.given(
      entries.every(({ entry }) => entry !== undefined),
      'a record of every data type in the list',
    );
    for (const { dataType, entry } of entries) {
      const texts = stringsOf(Object.values(entry!)).filter((text) => text !== dataType && text !== '');
      t.must(texts.length > 0, `${dataType} has a description`, { actual: entry });
    }
    const own = entries.find(({ dataType }) => dataType === local)!.entry!;
    const flags = Object.keys(own).filter((field) => typeof own[field] === 'boolean');
    const telling = flags.filter((field) =>
      entries.every(({ dataType, entry }) => dataType === local || entry![field] === !own[field]),
    );
    t.must(telling.length > 0, `a flag tells ${local}, which needs no runtime, from all others`, {
      actual: entries.map(({ entry }) => entry),
    });
  }),
  discoveryWithRuntime.audit('spawnables', ['DISC-SPAWN-001', 'DISC-003'], async (t) => {
    const reply = await t.http.get('/api/discovery/spawnables');
    const items = t.fields.items(reply.json);
    t.must(reply.ok && items !== undefined, 'the spawnables are a list', inShort(reply));
    t.given(items!.length > 0, 'something that can be spawned');
    const odd = items!.filter(
      (item) => !isRecord(item) || typeof item.menuPath !== 'string' || typeof item.toolTip !== 'string',
    );
    t.mustEqual(odd, [], 'a spawnable pairs menuPath with toolTip');
  }),
  discovery.audit('envelope', ['DISC-TYPE-001', 'DISC-001'], async (t) => {
    mustBeEnvelope(t, await t.http.get(path(local)), local);
  }),
  discoveryWithRuntime.audit('data-types', ['DISC-TYPE-006'], async (t) => {
    for (const dataType of dataTypes) mustBeEnvelope(t, await t.http.get(path(dataType)), dataType);
  }),
  discovery.audit('filter', ['DISC-TYPE-002'], async (t) => {
    const all = mustBeEnvelope(t, await t.http.get(path(local)), local);
    const item = all.find((candidate) => nameOf(candidate) !== undefined);
    const name = nameOf(item);
    if (name === undefined) return t.unverified(`an item of ${local} with a name`);
    const everything = all.map(textOf);

    const byName = (await kept(t, name)).map(textOf);
    t.must(byName.includes(textOf(item)), `filter=${name} keeps the item of that name`);
    t.mustEqual(
      byName.filter((text) => !everything.includes(text)),
      [],
      'a filter adds nothing',
    );
    t.mustEqual(await kept(t, 'zzqqxx-no-such-item'), [], 'a filter that matches nothing keeps nothing');

    const metadata = metadataOf(item, name);
    if (metadata.length === 0) return t.observe('metadata of an item', 'none');
    const byMetadata = await Promise.all(metadata.map((text) => kept(t, text)));
    t.must(
      byMetadata.some((items) => items.map(textOf).includes(textOf(item))),
      `what ${name} has beside its name finds it too`,
      { actual: metadata },
    );
  }),
  discovery.audit('unknown-type', ['DISC-TYPE-003', 'ERR-010'], async (t) => {
    t.given((await t.http.get(path(local))).ok, 'a known data type answers');
    t.mustFail(await t.http.get(path('no-such-data-type')), 400);
  }),
  discoveryNoRuntime.audit('no-runtime', ['DISC-TYPE-004'], async (t) => {
    const { http } = await t.under('noRuntime');
    t.given((await http.get(path(local))).ok, 'a data type that answers without a runtime');
    for (const dataType of dataTypes.filter((name) => name !== local)) {
      t.mustFail(await http.get(path(dataType)), 503, 'RUNTIME_NOT_CONNECTED');
    }
  }),
  discoveryNoRuntime.audit('local', ['DISC-TYPE-005'], async (t) => {
    const { http } = await t.under('noRuntime');
    mustBeEnvelope(t, await http.get(path(local)), local);
  }),
];
