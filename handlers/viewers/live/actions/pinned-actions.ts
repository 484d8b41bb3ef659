import { type ReadonlySignal, signal } from '@preact/signals';

/** The actions at the top of the list, which the browser remembers. */
export interface PinnedActions {
  readonly names: ReadonlySignal<ReadonlySet<string>>;
  /** Pins an action, or unpins it if it is pinned. */
  toggle(name: string): void;
}

const storageKey = 'scene-runtime pinned actions';

const readNames = (storage: Pick<Storage, 'getItem'>): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
};

export const createPinnedActions = (storage: Pick<Storage, 'getItem' | 'setItem'>): PinnedActions => {
  const names = signal<ReadonlySet<string>>(new Set(readNames(storage)));
  return {
    names,
    toggle(name) {
      const others = [...names.peek()].filter((other) => other !== name);
      names.value = new Set(names.peek().has(name) ? others : [...others, name]);
      storage.setItem(storageKey, JSON.stringify([...names.peek()]));
    },
  };
};
