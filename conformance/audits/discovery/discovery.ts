import { inShort } from '../../target/http/in-short.ts';
import { isRecord, mentions, stringsOf, walk } from '../../json.ts';
import { area } from '../../area.ts';
import { dataTypes, discoveryPath, itemsIn, localType } from './data-types.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const discovery = area('discovery', 'token');
const discoveryWithRuntime = area('discovery', 'token', 'runtime');
const discoveryNoRuntime = area('discovery', 'condition:noRuntime');

/** The record of a data type in the list, which names it in a field or is kept under its name. */
const entryOf = (list: unknown, dataType: string): JsonRecord | undefined => {
  for (const value of walk(list)) {
    if (!isRecord(value)) continue;
    if (Object.values(value).includes(dataType)) return value;
    if (isRecord(value[dataType])) return value[dataType];
  }
  return undefined;
};

interface Entry {
  readonly dataType: string;
  readonly record: JsonRecord;
}

/** The fields by which the one data type that needs no runtime can be told from all others, which are alike. */
const tellingFields = (entries: readonly Entry[]): readonly string[] => {
  const own = entries.find(({ dataType }) => dataType === localType)?.record ?? {};
  const others = entries.filter(({ dataType }) => dataType !== localType);
  const fields = new Set(entries.flatMap(({ record }) => Object.keys(record)));
  return [...fields].filter((field) => {
    const values = new Set(others.map(({ record }) => JSON.stringify(record[field])));
    return values.size === 1 && !values.has(JSON.stringify(own[field]));
  });
};

/** The flag where the manifest says, else a field that is called after what it tells; undefined where none is known. */
const flagIn = (t: AuditTools, entries: readonly Entry[]): string | undefined =>
  t.manifest.choices.paths['discovery.needsRuntime'] ??
  entries
    .flatMap(({ record }) => Object.keys(record))
    .find((field) => /runtime|offline|online|local|connect/i.test(field));

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
    const entries = dataTypes.flatMap((dataType): readonly Entry[] => {
      const record = entryOf(list, dataType);
      return record ? [{ dataType, record }] : [];
    });
    t.given(entries.length === dataTypes.length, 'a record of every data type in the list');
    for (const { dataType, record } of entries) {
      const texts = stringsOf(Object.values(record)).filter((text) => text !== dataType && text !== '');
      t.must(texts.length > 0, `${dataType} has a description`, { actual: record });
    }
    const isFlagged = tellingFields(entries).length > 0;
    if (!isFlagged && flagIn(t, entries) === undefined)
      return t.unverified('a flag in the list of data types (choices.paths "discovery.needsRuntime")');
    t.must(isFlagged, `a flag tells ${localType}, which needs no runtime, from all others`, {
      actual: entries.map(({ record }) => record),
    });
  }),
  discoveryWithRuntime.audit('spawnables', ['DISC-SPAWN-001', 'DISC-003'], async (t) => {
    const reply = await t.http.get('/api/discovery/spawnables');
    const items = t.fields.items(reply.json) ?? [];
    t.of('DISC-SPAWN-001').must(reply.ok && items.length > 0, 'the spawnables are a list', inShort(reply));
    t.given(items.length > 0, 'something that can be spawned');
    const odd = items.filter(
      (item) => !isRecord(item) || typeof item.menuPath !== 'string' || item.toolTip === undefined,
    );
    t.of('DISC-003').mustEqual(odd, [], 'a spawnable pairs menuPath with toolTip');
  }),
  discovery.audit('envelope', ['DISC-TYPE-001', 'DISC-001', 'DISC-004'], async (t) => {
    const reply = await t.http.get(discoveryPath(localType));
    const items = itemsIn(t.of('DISC-TYPE-001', 'DISC-001'), reply, localType);
    t.of('DISC-004').mustEqual(reply.at('count'), items.length, 'count is the number of items');
  }),
  discoveryWithRuntime.audit('data-types', ['DISC-TYPE-006', 'DISC-004'], async (t) => {
    for (const dataType of dataTypes) {
      const reply = await t.http.get(discoveryPath(dataType));
      const items = itemsIn(t.of('DISC-TYPE-006'), reply, dataType);
      t.of('DISC-004').mustEqual(
        reply.at('count'),
        items.length,
        `count of ${dataType} is the number of items`,
      );
    }
  }),
  discovery.audit('unknown-type', ['DISC-TYPE-003', 'ERR-010'], async (t) => {
    t.given((await t.http.get(discoveryPath(localType))).ok, 'a known data type answers');
    t.of('DISC-TYPE-003', 'ERR-010').mustFail(await t.http.get(discoveryPath('no-such-data-type')), 400);
  }),
  discoveryNoRuntime.audit('no-runtime', ['DISC-TYPE-004'], async (t) => {
    const { http } = await t.under('noRuntime');
    t.given((await http.get(discoveryPath(localType))).ok, 'a data type that answers without a runtime');
    for (const dataType of dataTypes.filter((name) => name !== localType))
      t.mustFail(await http.get(discoveryPath(dataType)), 503, 'RUNTIME_NOT_CONNECTED');
  }),
  discoveryNoRuntime.audit('local', ['DISC-TYPE-005'], async (t) => {
    const { http } = await t.under('noRuntime');
    itemsIn(t, await http.get(discoveryPath(localType)), localType);
  }),
];
