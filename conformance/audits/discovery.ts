import { type Assertions, type AuditContext, type AuditTools, defineAuditArea } from '../audit.ts';
import { filterStrings, includesDeep, isRecord, type JsonRecord, truncateJson, walkJson } from '../json.ts';
import { describeReply, type Reply } from '../target/http/exchange.ts';

const discovery = defineAuditArea('discovery', 'token');
const discoveryWithRuntime = defineAuditArea('discovery', 'token', 'runtime');

/** Maximum number of items to search for in each data type. */
const maxItems = 5;

const nonsenseText = 'zzqqxx-no-such-item';

/** Returns the name of an item when one of its fields contains the name. */
const getItemName = (item: unknown): string | undefined => {
  if (!isRecord(item)) return typeof item === 'string' ? item : undefined;
  return [item.name, item.displayName, item.label, item.title].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
};

/** Adds the name that the manifest states as `name`, so that it counts as the name of the item. */
const addDeclaredName = (t: AuditContext, item: unknown): unknown => {
  if (!isRecord(item) || t.manifest.choices.paths['discovery.name'] === undefined) return item;
  const name = t.fields.read(item, 'discovery.name');
  return typeof name === 'string' ? { ...item, name } : item;
};

const listItemTexts = (item: unknown): readonly string[] => [
  ...new Set(
    [...walkJson(item)].filter((value): value is string => typeof value === 'string' && value !== ''),
  ),
];

/** Whether two records are the same item: they have the same name, or share a string if they have no name. */
const isSameItem = (item: unknown, candidate: unknown): boolean => {
  const name = getItemName(item);
  if (name !== undefined && getItemName(candidate) !== undefined) return getItemName(candidate) === name;
  const identifyingTexts = name === undefined ? listItemTexts(item) : [name];
  return identifyingTexts.some((text) => includesDeep(candidate, text));
};

const includesItem = (items: readonly unknown[], item: unknown): boolean =>
  items.some((candidate) => isSameItem(item, candidate));

/**
 * Lists the strings of an item that an additional read shows again. Other strings change at every read, so nobody can
 * search for them.
 */
const listStableTexts = (item: unknown, later: readonly unknown[]): readonly string[] => {
  const laterTexts = new Set(later.filter((candidate) => isSameItem(item, candidate)).flatMap(listItemTexts));
  return listItemTexts(item).filter((text) => laterTexts.has(text));
};

/** Checks the filter of a data type. Returns false when the data type has no item to search for. */
const checkFilter = async (t: AuditContext, dataType: string): Promise<boolean> => {
  const filterItems = async (filter?: string): Promise<readonly unknown[]> =>
    readItems(t, await t.http.get(toDiscoveryPath(dataType, filter)), dataType).map((item) =>
      addDeclaredName(t, item),
    );
  const all = await filterItems();
  const later = await filterItems();
  const samples = all
    .map((item) => ({ item, name: getItemName(item), texts: listStableTexts(item, later) }))
    .filter(({ texts }) => texts.length > 0)
    .slice(0, maxItems);
  if (samples.length === 0) return false;
  t.mustEqual(
    await filterItems(nonsenseText),
    [],
    `a ${dataType} filter that matches nothing returns no items`,
  );
  const searchedMetadata: string[] = [];
  const findingMetadata: string[] = [];
  for (const { item, name, texts } of samples) {
    const finding: string[] = [];
    for (const text of texts) {
      const matching = await filterItems(text);
      if (includesItem(matching, item)) finding.push(text);
      const added = matching.filter(
        (candidate) => listItemTexts(candidate).length > 0 && !includesItem(all, candidate),
      );
      t.must(
        added.length === 0 || dataType !== localDataType,
        `filter=${text} of ${dataType} adds no items`,
        { actual: added[0] },
      );
    }
    const isNamed = !isRecord(item) || item.name === name;
    const isComplete = isNamed && name !== undefined ? finding.includes(name) : finding.length > 0;
    t.must(isComplete, `an item of ${dataType} is found by its name`, { actual: truncateJson(item) });
    // A string that is part of the name, in whatever case, would also be found through the name.
    const metadata = texts.filter((text) => !name?.toLowerCase().includes(text.toLowerCase()));
    searchedMetadata.push(...metadata);
    findingMetadata.push(...metadata.filter((text) => finding.includes(text)));
  }
  // The description does not say which fields of an item are searched.
  t.must(
    findingMetadata.length > 0 || searchedMetadata.length === 0,
    `items of ${dataType} are also found by their metadata`,
    {
      expected: `one of ${truncateJson(searchedMetadata)} finds its item`,
      actual: truncateJson(samples.map(({ item }) => item)),
    },
  );
  return true;
};

/** The only data type that is available without a runtime. */
export const localDataType = 'input-info';

export const dataTypes: readonly string[] = [
  'scene-objects',
  'bundled-assets',
  'scenes',
  'runtime-assets',
  localDataType,
  'input-action',
  'app-data',
  'transitions',
  'midi-devices',
  'components-info',
  'layers',
];

const toDiscoveryPath = (dataType: string, filter?: string): string =>
  `/api/discovery/${dataType}${filter === undefined ? '' : `?filter=${encodeURIComponent(filter)}`}`;

/**
 * Asserts that a response is the envelope of a data type, and returns its items. Returns an empty list when the
 * assertion fails.
 */
const readItems = (assertions: Assertions, reply: Reply, dataType: string): readonly unknown[] => {
  if (!assertions.mustSucceed(reply, `${dataType} answers`)) return [];
  const items = reply.at('items');
  assertions.mustEqual(reply.at('dataType'), dataType, `the envelope of ${dataType} has its dataType`);
  assertions.must(
    Number.isInteger(reply.at('count')),
    `the envelope of ${dataType} has a count`,
    describeReply(reply),
  );
  assertions.must(Array.isArray(items), `the envelope of ${dataType} has items`, { actual: items });
  return Array.isArray(items) ? items : [];
};
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

export const audits = [
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
    t.requireOffered('scene.spawn');
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

  discovery.audit('filter', ['DISC-TYPE-002'], async (t) => {
    t.given(await checkFilter(t, localDataType), `an item of ${localDataType} with a text in it`);
  }),
  discoveryWithRuntime.audit('every-filter', ['DISC-TYPE-002'], async (t) => {
    const checkedTypes: string[] = [];
    for (const dataType of dataTypes) if (await checkFilter(t, dataType)) checkedTypes.push(dataType);
    t.observe('data types with items to filter', checkedTypes);
    t.given(checkedTypes.length > 0, 'a data type with texts in its items');
  }),
];
