import { type ReadonlySignal, signal } from '@preact/signals';
import { type PageStorage, readStoredList } from '../session/page-storage.ts';
import { toggleMember } from '../session/store-helpers.ts';

/** The actions at the top of the list, which the browser remembers. */
export interface PinnedActions {
  readonly names: ReadonlySignal<ReadonlySet<string>>;
  /** Pins an action, or unpins it if it is pinned. */
  toggle(name: string): void;
}

const storageKey = 'scene-runtime pinned actions';

export const createPinnedActions = (storage: PageStorage): PinnedActions => {
  const names = signal<ReadonlySet<string>>(new Set(readStoredList(storage, storageKey).map(String)));
  return {
    names,
    toggle(name) {
      toggleMember(names, name);
      storage.setItem(storageKey, JSON.stringify([...names.peek()]));
    },
  };
};
