import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** The dock's layout, which is stored until the browser tab is closed. */
interface DockState {
  /** The selected tab's id. */
  readonly tab: Signal<string>;
  /** The dock's height, in pixels. */
  readonly height: Signal<number>;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const storageKey = 'scene-runtime dock';
const defaultDockState = { tab: 'events', height: 280 };

/** The height at which only the tabs are visible, in pixels. */
export const minHeight = 36;

export const createDockState = (storage: Storage): DockState => {
  const { tab, height } = { ...defaultDockState, ...readDockState(storage) };
  const state = { tab: signal(tab), height: signal(height) };
  const save = (): void =>
    storage.setItem(storageKey, JSON.stringify({ tab: state.tab.value, height: state.height.value }));
  state.tab.subscribe(save);
  state.height.subscribe(save);
  return state;
};

const readDockState = (storage: Storage): Partial<typeof defaultDockState> => {
  try {
    return JSON.parse(storage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
};
