import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { type PageStorage, readStoredList } from '../session/page-storage.ts';

/** A port whose value is pinned as a card. */
export interface WatchedPort {
  readonly graphId: string;
  readonly nodeId: string;
  readonly portId: string;
  /** The node's type and the port's name. */
  readonly label: string;
}

/** The pinned ports, which the browser keeps for each service. */
export interface WatchStore {
  readonly list: ReadonlySignal<readonly WatchedPort[]>;
  isWatched(portId: string): boolean;
  /** Pins a port, or removes its card. */
  toggle(port: WatchedPort): void;
}

export const createWatchStore = (storage: PageStorage, serviceUrl: string): WatchStore => {
  const storageKey = `scene-runtime watches ${serviceUrl}`;
  const list = signal(readStoredList(storage, storageKey).filter(isWatchedPort));
  effect(() => storage.setItem(storageKey, JSON.stringify(list.value)));
  const isWatched = (portId: string): boolean => list.value.some((port) => port.portId === portId);
  return {
    list,
    isWatched,
    toggle(port) {
      const others = list.peek().filter(({ portId }) => portId !== port.portId);
      list.value = others.length < list.peek().length ? others : [...others, port];
    },
  };
};

const isWatchedPort = (stored: unknown): stored is WatchedPort =>
  typeof stored === 'object' && stored !== null && 'portId' in stored && 'graphId' in stored;
