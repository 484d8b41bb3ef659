import { computed, signal } from '@preact/signals';
import { coalesceRuns } from '../../session/coalesce-runs.ts';
import { createObjectTreeRows } from './object-tree.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { SceneObjectRecord, ObjectTreeRow } from './object-tree.ts';

/** The active scene's objects, as shown in the object list. */
export interface SceneObjects {
  readonly list: ReadonlySignal<readonly SceneObjectRecord[]>;
  /** The rows of the object tree, or the search results. */
  readonly rows: ReadonlySignal<readonly ObjectTreeRow[]>;
  readonly search: Signal<string>;
  /** The tags of the collapsed objects. */
  readonly collapsed: Signal<ReadonlySet<string>>;
  /** Reads the list again. */
  refresh(): Promise<void>;
}

/** The maximum number of objects in one response. */
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
        const objects = await readAll();
        if (JSON.stringify(objects) !== JSON.stringify(list.value)) list.value = objects;
      } catch {
        // the stage says why nothing comes
      }
    }),
  };
};
