/**
 * Audits of what `filter` matches. The fields of items are not documented, so an item is identified by its strings, one
 * of which is its name.
 */
import { defineAuditArea } from '../../define-audit-area.ts';
import { truncateJson, isRecord, includesDeep, walkJson } from '../../json.ts';
import { dataTypes, toDiscoveryPath, readItems, localDataType } from './discovery-requests.ts';
import type { AuditContext } from '../../audit.ts';

const discovery = defineAuditArea('discovery', 'token');
const discoveryWithRuntime = defineAuditArea('discovery', 'token', 'runtime');

/** Maximum number of items to search for in each data type. */
const maxItems = 5;

const nonsenseText = 'zzqqxx-no-such-item';

/** Returns the name of an item when one of its fields contains the name. */
const getItemName = (item: unknown): string | undefined => {
  if (!isRecord(item)) return typeof item === 'string' ? item : undefined;
  return [item.name, item.displayName, item.label, item.title].find(
    (text) => typeof text === 'string' && text !== '',
  ) as string | undefined;
};

/** Adds the name that the manifest states as `name`, so that it counts as the name of the item. */
const addDeclaredName = (t: AuditContext, item: unknown): unknown => {
  if (!isRecord(item) || t.manifest.choices.paths['discovery.name'] === undefined) return item;
  const name = t.fields.read(item, 'discovery.name');
  return typeof name === 'string' ? { ...item, name } : item;
};

const listItemTexts = (item: unknown): readonly string[] => [
  ...new Set([...walkJson(item)].filter((value) => typeof value === 'string' && value !== '') as string[]),
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
        {
          actual: added[0],
        },
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

export const filterAudits = [
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
