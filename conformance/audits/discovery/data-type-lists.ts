import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord, includesDeep, filterStrings, walkJson } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { dataTypes, toDiscoveryPath, readItems, localDataType } from './discovery-requests.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const discovery = defineAuditArea('discovery', 'token');
const discoveryWithRuntime = defineAuditArea('discovery', 'token', 'runtime');
const discoveryNoRuntime = defineAuditArea('discovery', 'condition:noRuntime');

/** Finds the record of a data type in the list, by a field that contains the name or by the record's key. */
const findDataTypeEntry = (list: unknown, dataType: string): JsonRecord | undefined => {
  for (const value of walkJson(list)) {
    if (!isRecord(value)) continue;
    if (Object.values(value).includes(dataType)) return value;
    if (isRecord(value[dataType])) return value[dataType];
  }
  return undefined;
};

interface DataTypeEntry {
  readonly dataType: string;
  readonly record: JsonRecord;
}

/** Finds the fields that have the same value for all data types except the one that needs no runtime. */
const findDistinguishingFields = (entries: readonly DataTypeEntry[]): readonly string[] => {
  const localEntry = entries.find(({ dataType }) => dataType === localDataType)?.record ?? {};
  const otherEntries = entries.filter(({ dataType }) => dataType !== localDataType);
  const fields = new Set(entries.flatMap(({ record }) => Object.keys(record)));
  return [...fields].filter((field) => {
    const values = new Set(otherEntries.map(({ record }) => JSON.stringify(record[field])));
    return values.size === 1 && !values.has(JSON.stringify(localEntry[field]));
  });
};

/**
 * Finds the flag that the manifest names, or else a field whose name indicates its meaning. Returns `undefined` when
 * there is no such flag.
 */
const findRuntimeFlag = (t: AuditTools, entries: readonly DataTypeEntry[]): string | undefined =>
  t.manifest.choices.paths['discovery.needsRuntime'] ??
  entries
    .flatMap(({ record }) => Object.keys(record))
    .find((field) => /runtime|offline|online|local|connect/i.test(field));

export const discoveryAudits = [
  discovery.audit('list', ['DISC-LIST-001'], async (t) => {
    const reply = await t.http.get('/api/discovery');
    t.must(reply.ok, 'the data types are listed', { actual: reply.status });
    const missing = dataTypes.filter((dataType) => !includesDeep(reply.json, dataType));
    t.mustEqual(missing, [], 'every data type is in the list');
    t.observe('entries in the list of data types', t.fields.items(reply.json)?.length);
  }),
  discovery.audit('list-entries', ['DISC-LIST-002'], async (t) => {
    const list = (await t.http.get('/api/discovery')).json;
    const entries = dataTypes.flatMap((dataType): readonly DataTypeEntry[] => {
      const record = findDataTypeEntry(list, dataType);
      return record ? [{ dataType, record }] : [];
    });
    t.given(entries.length === dataTypes.length, 'a record of every data type in the list');
    for (const { dataType, record } of entries) {
      // The description may be the same as the name, so it is counted instead of compared.
      const texts = filterStrings([...walkJson(record)]).filter((text) => text.trim() !== '');
      const nameCount = Object.values(record).includes(dataType) ? 1 : 0;
      t.must(texts.length > nameCount, `${dataType} has a description`, { actual: record });
    }
    const isFlagged = findDistinguishingFields(entries).length > 0;
    if (!isFlagged && findRuntimeFlag(t, entries) === undefined)
      return t.unverified('a flag in the list of data types (choices.paths "discovery.needsRuntime")');
    t.must(isFlagged, `a flag distinguishes ${localDataType}, which needs no runtime, from all others`, {
      actual: entries.map(({ record }) => record),
    });
  }),
  discoveryWithRuntime.audit('spawnables', ['DISC-SPAWN-001', 'DISC-003'], async (t) => {
    const reply = await t.http.get('/api/discovery/spawnables');
    const items = t.fields.items(reply.json) ?? [];
    t.for('DISC-SPAWN-001').must(
      reply.ok && items.length > 0,
      'the spawnables are a list',
      describeReply(reply),
    );
    t.given(items.length > 0, 'something that can be spawned');
    const invalid = items.filter(
      (item) => !isRecord(item) || typeof item.menuPath !== 'string' || item.toolTip === undefined,
    );
    t.for('DISC-003').mustEqual(invalid, [], 'a spawnable has both menuPath and toolTip');
  }),
  discovery.audit('envelope', ['DISC-TYPE-001', 'DISC-001', 'DISC-004'], async (t) => {
    const reply = await t.http.get(toDiscoveryPath(localDataType));
    const items = readItems(t.for('DISC-TYPE-001', 'DISC-001'), reply, localDataType);
    t.for('DISC-004').mustEqual(reply.at('count'), items.length, 'count is the number of items');
  }),
  discoveryWithRuntime.audit('data-types', ['DISC-TYPE-006', 'DISC-004'], async (t) => {
    for (const dataType of dataTypes) {
      const reply = await t.http.get(toDiscoveryPath(dataType));
      const items = readItems(t.for('DISC-TYPE-006'), reply, dataType);
      t.for('DISC-004').mustEqual(
        reply.at('count'),
        items.length,
        `count of ${dataType} is the number of items`,
      );
    }
  }),
  discovery.audit('unknown-type', ['DISC-TYPE-003', 'ERR-010'], async (t) => {
    t.given((await t.http.get(toDiscoveryPath(localDataType))).ok, 'an existing data type succeeds');
    t.for('DISC-TYPE-003', 'ERR-010').mustFail(await t.http.get(toDiscoveryPath('no-such-data-type')), 400);
  }),
  discoveryNoRuntime.audit('no-runtime', ['DISC-TYPE-004'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    t.given(
      (await http.get(toDiscoveryPath(localDataType))).ok,
      'a data type that succeeds without a runtime',
    );
    for (const dataType of dataTypes.filter((name) => name !== localDataType))
      t.mustFail(await http.get(toDiscoveryPath(dataType)), 503, 'RUNTIME_NOT_CONNECTED');
  }),
  discoveryNoRuntime.audit('local', ['DISC-TYPE-005'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    readItems(t, await http.get(toDiscoveryPath(localDataType)), localDataType);
  }),
];
