/** What `filter` keeps. Shapes of items are not shown: an item is known by the texts in it, one of which is its name. */
import { area } from '../../area.ts';
import { brief, isRecord, mentions, walk } from '../../json.ts';
import { dataTypes, discoveryPath, itemsIn, localType } from './data-types.ts';
import type { AuditContext } from '../../audit.ts';

const discovery = area('discovery', 'token');
const discoveryWithRuntime = area('discovery', 'token', 'runtime');

/** Most items of a data type that are sought. */
const most = 5;

const nonsense = 'zzqqxx-no-such-item';

/** What an item is called where one of its fields says so. */
const nameOf = (item: unknown): string | undefined => {
  if (!isRecord(item)) return typeof item === 'string' ? item : undefined;
  return [item.name, item.displayName, item.label, item.title].find(
    (text) => typeof text === 'string' && text !== '',
  ) as string | undefined;
};

const textsOf = (item: unknown): readonly string[] => [
  ...new Set([...walk(item)].filter((value) => typeof value === 'string' && value !== '') as string[]),
];

/** What makes an item the same at another read: all of its texts that are there at both. */
const isAmong = (items: readonly unknown[], item: unknown): boolean => {
  const name = nameOf(item);
  const sign = name === undefined ? textsOf(item) : [name];
  return items.some((other) => sign.some((text) => mentions(other, text)));
};

/** Judges the filter of a data type; false where nothing can be sought in it. */
const judgeFilter = async (t: AuditContext, dataType: string): Promise<boolean> => {
  const kept = async (filter?: string): Promise<readonly unknown[]> =>
    itemsIn(t, await t.http.get(discoveryPath(dataType, filter)), dataType);
  const all = await kept();
  const sought = all.filter((item) => textsOf(item).length > 0).slice(0, most);
  if (sought.length === 0) return false;
  t.mustEqual(await kept(nonsense), [], `a filter of ${dataType} that matches nothing keeps nothing`);
  for (const item of sought) {
    const name = nameOf(item);
    const finding: string[] = [];
    for (const text of textsOf(item)) {
      const found = await kept(text);
      if (isAmong(found, item)) finding.push(text);
      const added = found.filter((other) => textsOf(other).length > 0 && !isAmong(all, other));
      t.must(added.length === 0 || dataType !== localType, `filter=${text} of ${dataType} adds nothing`, {
        actual: added[0],
      });
    }
    const isNamed = !isRecord(item) || item.name === name;
    const isFound = isNamed && name !== undefined ? finding.includes(name) : finding.length > 0;
    t.must(isFound, `an item of ${dataType} is found by its name`, { actual: brief(item) });
    // A text within the name finds by the name; what is no text may be metadata that nobody can seek.
    const metadata = textsOf(item).filter((text) => text !== name && !name?.includes(text));
    const isFoundByMore = finding.some((text) => metadata.includes(text));
    t.must(isFoundByMore || metadata.length === 0, `an item of ${dataType} is found by its metadata too`, {
      expected: `one of ${brief(metadata)} finds it`,
      actual: brief(item),
    });
  }
  return true;
};

export const filterAudits = [
  discovery.audit('filter', ['DISC-TYPE-002'], async (t) => {
    t.given(await judgeFilter(t, localType), `an item of ${localType} with a text in it`);
  }),
  discoveryWithRuntime.audit('every-filter', ['DISC-TYPE-002'], async (t) => {
    const judged: string[] = [];
    for (const dataType of dataTypes) if (await judgeFilter(t, dataType)) judged.push(dataType);
    t.observe('data types with something to filter', judged);
    t.given(judged.length > 0, 'a data type with a text in its items');
  }),
];
