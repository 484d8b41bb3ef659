import { batch, computed, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns, getOrCreate } from '../session/store-helpers.ts';
import { getObjectLabel } from './object-labels.ts';
import type { Actions } from '#spec/client/index.ts';
import type { Session } from '../session/session.ts';

/** The active scene's objects, as shown in the object list. */
export interface SceneObjects {
  readonly list: ReadonlySignal<readonly SceneObjectRecord[]>;
  /** How often the list has been read. */
  readonly readCount: ReadonlySignal<number>;
  /** Whether the scene has been read, and contains only cameras and lights. */
  readonly isEmpty: ReadonlySignal<boolean>;
  /** The rows of the object tree, or the search results. */
  readonly rows: ReadonlySignal<readonly ObjectTreeRow[]>;
  readonly search: Signal<string>;
  /** The tags of objects whose children are hidden. */
  readonly collapsed: Signal<ReadonlySet<string>>;
  /** The ids of the groups whose members are shown. */
  readonly expandedGroups: Signal<ReadonlySet<string>>;
  refresh(): Promise<void>;
}

const pageSize = 1000;

export const createSceneObjects = ({ client }: Pick<Session, 'client'>): SceneObjects => {
  const list = signal<readonly SceneObjectRecord[]>([]);
  const readCount = signal(0);
  const search = signal('');
  const collapsed = signal<ReadonlySet<string>>(new Set());
  const expandedGroups = signal<ReadonlySet<string>>(new Set());

  const readAll = async (): Promise<SceneObjectRecord[]> => {
    const objects: SceneObjectRecord[] = [];
    for (;;) {
      const { result } = await client.act('scene.objects.list', { limit: pageSize, offset: objects.length });
      objects.push(...result.objects);
      if (objects.length >= result.count || result.objects.length === 0) return objects;
    }
  };

  return {
    list,
    readCount,
    isEmpty: computed(() => list.value.length > 0 && list.value.every(({ type }) => isCameraOrLight(type))),
    search,
    collapsed,
    expandedGroups,
    rows: computed(() =>
      createObjectTreeRows(list.value, collapsed.value, expandedGroups.value, search.value),
    ),
    refresh: coalesceRuns(async () => {
      try {
        const objects = await readAll();
        batch(() => {
          assignIfChanged(list, objects);
          readCount.value += 1;
        });
      } catch {
        // the stage says why nothing comes
      }
    }),
  };
};

export type SceneObjectRecord = Actions['scene.objects.list']['result']['objects'][number];

/** Whether objects of a type are in every new scene, and show nothing themselves. */
export const isCameraOrLight = (type: string): boolean => type === 'Camera' || type.startsWith('Lights/');

/** A row of the object list: an object, or a group of similar siblings. */
export type ObjectTreeRow = ObjectRow | ObjectGroupRow;

interface TreeRow {
  /** The depth in the tree; 0 for the roots. */
  readonly depth: number;
  readonly isCollapsed: boolean;
}

export interface ObjectRow extends TreeRow {
  readonly kind: 'object';
  readonly object: SceneObjectRecord;
  readonly hasChildren: boolean;
}

export interface ObjectGroupRow extends TreeRow {
  readonly kind: 'group';
  /** The key of the group among expanded groups. */
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly type: string;
}

/** From this many siblings on, similar ones are shown as one group. */
const minGroupSize = 4;

/** Returns what groups siblings: lights go together, and so do objects whose tags differ only in a number. */
const getGroupKey = ({ tag, type }: SceneObjectRecord): string | undefined => {
  if (type.startsWith('Lights/')) return 'Lights';
  return /^(.+?)[-_ ]?\d+$/.exec(tag)?.[1];
};

/**
 * Returns the rows of the object list, each object below its parent, and many similar siblings in a group. For a search,
 * returns the objects whose name, tag or type matches, those whose type matches last.
 * @param collapsed the tags of collapsed objects, whose children are hidden
 * @param expandedGroups the ids of the groups whose members are shown
 */
export const createObjectTreeRows = (
  objects: readonly SceneObjectRecord[],
  collapsed: ReadonlySet<string>,
  expandedGroups: ReadonlySet<string>,
  search: string,
): ObjectTreeRow[] => {
  const query = search.trim().toLowerCase();
  if (query !== '')
    return searchObjects(objects, query).map((object) => ({
      ...{ kind: 'object', object, depth: 0, hasChildren: false, isCollapsed: false },
    }));
  const children = groupByParent(objects);
  const rows: ObjectTreeRow[] = [];
  const addObject = (object: SceneObjectRecord, depth: number): void => {
    const below = children.get(object.tag) ?? [];
    const isCollapsed = collapsed.has(object.tag);
    rows.push({ kind: 'object', object, depth, hasChildren: below.length > 0, isCollapsed });
    if (!isCollapsed) addSiblings(below, object.tag, depth + 1);
  };
  const addSiblings = (
    siblings: readonly SceneObjectRecord[],
    parent: string | null,
    depth: number,
  ): void => {
    const groups = groupBy(siblings, getGroupKey);
    const added = new Set<string>();
    for (const object of siblings) {
      const label = getGroupKey(object);
      const members = label === undefined ? [] : (groups.get(label) ?? []);
      if (label === undefined || members.length < minGroupSize) {
        addObject(object, depth);
        continue;
      }
      if (added.has(label)) continue;
      added.add(label);
      const id = `${parent ?? ''}/${label}`;
      const isCollapsed = !expandedGroups.has(id);
      rows.push({ kind: 'group', id, label, count: members.length, type: object.type, depth, isCollapsed });
      if (!isCollapsed) for (const member of members) addObject(member, depth + 1);
    }
  };
  addSiblings(children.get(null) ?? [], null, 0);
  return rows;
};

/** Returns the objects whose name or tag contains the query, and then those of which only the type does. */
const searchObjects = (objects: readonly SceneObjectRecord[], query: string): SceneObjectRecord[] => {
  const contains = (text: string): boolean => text.toLowerCase().includes(query);
  const named = new Set(objects.filter((object) => contains(getObjectLabel(object)) || contains(object.tag)));
  return [...named, ...objects.filter((object) => !named.has(object) && contains(object.type))];
};

/** Returns the tags of an object and all its descendants. */
export const listDescendantTags = (objects: readonly SceneObjectRecord[], tag: string): string[] => {
  const children = groupByParent(objects);
  const family = [tag];
  for (const member of family) family.push(...(children.get(member) ?? []).map((child) => child.tag));
  return family;
};

const groupByParent = (objects: readonly SceneObjectRecord[]): Map<string | null, SceneObjectRecord[]> =>
  groupBy(objects, ({ parent }) => parent);

const groupBy = <T, K>(items: readonly T[], getKey: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrCreate(groups, getKey(item), () => []).push(item);
  return groups;
};
