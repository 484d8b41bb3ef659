import { isRecord } from '../json.ts';
import { listTexts, type TargetState } from './target-state.ts';
import type { Fields } from '../target/undocumented-fields.ts';
import type { TargetInfo } from '../target/session.ts';
import type { Resource } from './resource-tracker.ts';

/** Collects the ids and tags of everything that a run creates, also of what it has deleted since. */
export const createCreatedTexts = () => {
  const texts = new Map<string, Set<string>>();
  const targets = new Map<string, TargetInfo>();
  return {
    add(on: TargetInfo, resource: Resource): void {
      const set = texts.get(on.url) ?? new Set();
      for (const text of getIdentities(resource)) set.add(text);
      texts.set(on.url, set);
      targets.set(on.url, on);
    },
    targets: (): readonly TargetInfo[] => [...targets.values()],
    on: ({ url }: TargetInfo): ReadonlySet<string> => texts.get(url) ?? new Set(),
  };
};

const getIdentities = (resource: Resource): readonly string[] => {
  switch (resource.kind) {
    case 'graph':
    case 'variable':
      return resource.id === undefined ? [] : [String(resource.id)];
    case 'object':
      return resource.tags.slice(0, 1);
    default:
      return [];
  }
};

/**
 * Lists what a run has created, what was not there before and what a target still lists.
 * @param namespace the prefix of the names of everything that the kit creates
 */
export const listRemains = (
  { fields, namespace, created }: { fields: Fields; namespace: string; created: ReadonlySet<string> },
  before: TargetState,
  now: Pick<TargetState, 'graphs' | 'variables' | 'objects'>,
): readonly Resource[] => {
  const isOwn = (text: string): boolean => created.has(text) || text.startsWith(`${namespace}-`);
  const listNewRecords = (part: 'graphs' | 'variables' | 'objects') => {
    const former = listTexts(before[part]);
    return (fields.items(now[part]) ?? []).filter((item) => {
      const own = [...listTexts(item)].filter(isOwn);
      return own.length > 0 && own.every((text) => !former.has(text));
    });
  };
  const listByKind = (part: 'graphs' | 'variables', kind: 'graph' | 'variable'): readonly Resource[] =>
    listNewRecords(part).flatMap((item) => {
      const id = isRecord(item) ? item.id : undefined;
      return typeof id === 'string' || typeof id === 'number' ? [{ kind, id }] : [];
    });
  return [
    ...listByKind('graphs', 'graph'),
    ...listByKind('variables', 'variable'),
    ...listNewRecords('objects').map((item): Resource => {
      const tags = [...listTexts(item)].filter(isOwn);
      return {
        kind: 'object',
        tags: tags.toSorted((a, b) => Number(created.has(b)) - Number(created.has(a))),
      };
    }),
  ];
};
