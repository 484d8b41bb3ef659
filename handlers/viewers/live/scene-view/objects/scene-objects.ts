import { computed, signal } from '@preact/signals';
import { coalesceRuns } from '../../session/coalesce-runs.ts';
import { createObjectTreeRows } from './object-tree.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { SceneObjectRecord, ObjectTreeRow } from './object-tree.ts';

/** The objects of the active scene. */
export interface SceneObjects {
  readonly list: ReadonlySignal<readonly SceneObjectRecord[]>;
  /** The rows of the tree, or the search results. */
  readonly rows: ReadonlySignal<readonly ObjectTreeRow[]>;
  readonly search: Signal<string>;
  /** Tags of collapsed objects. */
  readonly collapsed: Signal<ReadonlySet<string>>;
  /** Rereads the list. */
  refresh(): Promise<void>;
}

/** Most objects in one response. */
const pageSize = 1000;

export const createSceneObjects = ({ client }: Pick<Session, 'client'>): SceneObjects => {
  const list = signal<readonly SceneObjectRecord[]>([]);
  const search = signal('');
  const folded = signal<ReadonlySet<string>>(new Set());

  const read = async (): Promise<SceneObjectRecord[]> => {
    const found: SceneObjectRecord[] = [];
    for (;;) {
      const { result } = await client.act('scene.objects.list', { limit: pageSize, offset: found.length });
      found.push(...result.objects);
      if (found.length >= result.count || result.objects.length === 0) return found;
    }
  };

  return {
    list,
    search,
    collapsed: folded,
    rows: computed(() => createObjectTreeRows(list.value, folded.value, search.value)),
    refresh: coalesceRuns(async () => {
      try {
        const found = await read();
        if (JSON.stringify(found) !== JSON.stringify(list.value)) list.value = found;
      } catch {
        // the stage says why nothing comes
      }
    }),
  };
};
