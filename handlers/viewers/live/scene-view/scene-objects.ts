import { computed, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns } from '../session/store-helpers.ts';
import type { Actions } from '#spec/client/index.ts';
import type { Session } from '../session/session.ts';

/** The active scene's objects, as shown in the object list. */
export interface SceneObjects {
  readonly list: ReadonlySignal<readonly SceneObjectRecord[]>;
  /** The rows of the object tree, or the search results. */
  readonly rows: ReadonlySignal<readonly ObjectTreeRow[]>;
  readonly search: Signal<string>;
  readonly collapsed: Signal<ReadonlySet<string>>;
  refresh(): Promise<void>;
}

const pageSize = 1000;

export const createSceneObjects = ({ client }: Pick<Session, 'client'>): SceneObjects => {
  const list = signal<readonly SceneObjectRecord[]>([]);
  const search = signal('');
  const collapsed = signal<ReadonlySet<string>>(new Set());

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
    search,
    collapsed,
    rows: computed(() => createObjectTreeRows(list.value, collapsed.value, search.value)),
    refresh: coalesceRuns(async () => {
      try {
        assignIfChanged(list, await readAll());
      } catch {
        // the stage says why nothing comes
      }
    }),
  };
};

export type SceneObjectRecord = Actions['scene.objects.list']['result']['objects'][number];

export interface ObjectTreeRow {
  readonly object: SceneObjectRecord;
  /** The depth of the object in the tree; 0 for a root object. */
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isCollapsed: boolean;
}

/**
 * Returns the rows of the object list, each object below its parent. For a search, returns the objects whose name, tag
 * or type matches.
 */
export const createObjectTreeRows = (
  objects: readonly SceneObjectRecord[],
  collapsed: ReadonlySet<string>,
  search: string,
): ObjectTreeRow[] => {
  const query = search.trim().toLowerCase();
  if (query !== '')
    return objects
      .filter(({ name, tag, type }) => `${name}\n${tag}\n${type}`.toLowerCase().includes(query))
      .map((object) => ({ object, depth: 0, hasChildren: false, isCollapsed: false }));
  const children = groupByParent(objects);
  const rows: ObjectTreeRow[] = [];
  const add = (object: SceneObjectRecord, depth: number): void => {
    const below = children.get(object.tag) ?? [];
    const isCollapsed = collapsed.has(object.tag);
    rows.push({ object, depth, hasChildren: below.length > 0, isCollapsed });
    if (!isCollapsed) for (const child of below) add(child, depth + 1);
  };
  for (const object of children.get(null) ?? []) add(object, 0);
  return rows;
};

/** Returns the tags of an object and all its descendants. */
export const listDescendantTags = (objects: readonly SceneObjectRecord[], tag: string): string[] => {
  const children = groupByParent(objects);
  const family = [tag];
  for (const member of family) family.push(...(children.get(member) ?? []).map((child) => child.tag));
  return family;
};

const groupByParent = (objects: readonly SceneObjectRecord[]): Map<string | null, SceneObjectRecord[]> => {
  const children = new Map<string | null, SceneObjectRecord[]>();
  for (const object of objects) {
    const siblings = children.get(object.parent);
    if (siblings) siblings.push(object);
    else children.set(object.parent, [object]);
  }
  return children;
};
