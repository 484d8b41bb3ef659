import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** How the dock is laid out, kept for as long as the tab of the browser is open. */
interface DockState {
  /** Id of the tab that is shown. */
  readonly tab: Signal<string>;
  /** In pixels. */
  readonly height: Signal<number>;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const key = 'scene-runtime dock';
const usual = { tab: 'events', height: 280 };

/** The lowest dock: its tabs alone. */
export const leastHeight = 36;

export const createDockState = (storage: Storage): DockState => {
  const { tab, height } = { ...usual, ...read(storage) };
  const state = { tab: signal(tab), height: signal(height) };
  const keep = (): void =>
    storage.setItem(key, JSON.stringify({ tab: state.tab.value, height: state.height.value }));
  state.tab.subscribe(keep);
  state.height.subscribe(keep);
  return state;
};

const read = (storage: Storage): Partial<typeof usual> => {
  try {
    return JSON.parse(storage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
};
