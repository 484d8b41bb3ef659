import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { getOrCreate } from '../session/store-helpers.ts';
import type { EventFeed } from '../dock/events/event-feed.ts';
import type { Session } from '../session/session.ts';
import type { WatchedPort, WatchStore } from './watch-store.ts';

/** A watched port's latest value, and the numbers that it had before. */
interface WatchedValue {
  readonly value: unknown;
  /** The latest numbers, oldest first. Empty for other values. */
  readonly history: readonly number[];
}

/** The current values of the watched ports, whichever graphs they belong to. */
export interface WatchedValues {
  get(portId: string): ReadonlySignal<WatchedValue>;
  /**
   * Follows the values.
   * @returns a function that stops following
   */
  start(): () => void;
}

interface WatchedValuesOptions {
  readonly session: Pick<Session, 'client' | 'reconnectCount'>;
  readonly feed: Pick<EventFeed, 'listen' | 'isLive'>;
  readonly watches: Pick<WatchStore, 'list'>;
  readonly graphs: ReadonlySignal<readonly { readonly id: string; readonly state: string }[]>;
  /**
   * Calls a function repeatedly.
   * @returns a function that stops the calls
   */
  runEvery(ms: number, work: () => void): () => void;
}

/** Values are shown at most ten times per second. */
const publishIntervalMs = 100;
const historyLength = 80;
const noValue: WatchedValue = { value: undefined, history: [] };

export const createWatchedValues = (options: WatchedValuesOptions): WatchedValues => {
  const { session, feed, watches, graphs, runEvery } = options;
  const values = new Map<string, Signal<WatchedValue>>();
  /** The values that have arrived since the last publication. */
  const pending = new Map<string, unknown>();
  const getSignal = (portId: string): Signal<WatchedValue> =>
    getOrCreate(values, portId, () => signal(noValue));

  const publish = (): void => {
    for (const [portId, value] of pending) {
      const target = getSignal(portId);
      const { history } = target.peek();
      target.value = {
        value,
        history: typeof value === 'number' ? [...history.slice(1 - historyLength), value] : [],
      };
    }
    pending.clear();
  };
  /** Reads the values that no event has reported yet. A running graph is asked for its latest values first. */
  const read = async (graphId: string, ports: readonly WatchedPort[], isRunning: boolean): Promise<void> => {
    const { client } = session;
    if (isRunning) await client.request('POST /api/graphs/{graphId}/ports/sync', { params: { graphId } });
    for (const { portId } of ports) {
      const { value } = await client.request('GET /api/ports/{portId}/value', { params: { portId } });
      if (!pending.has(portId)) pending.set(portId, value);
    }
  };
  const readAll = (): void => {
    const states = new Map(graphs.value.map(({ id, state }) => [id, state]));
    for (const graphId of new Set(watches.list.value.map((port) => port.graphId))) {
      const state = states.get(graphId);
      if (state === undefined) continue;
      const ports = watches.list.value.filter((port) => port.graphId === graphId);
      // a port that has been removed since keeps its card without a value
      read(graphId, ports, state === 'running').catch(() => {});
    }
  };

  return {
    get: getSignal,
    start() {
      const stops = [
        feed.listen(({ type, data }) => {
          if (type !== 'ports.updated') return;
          const watched = new Set(watches.list.peek().map(({ portId }) => portId));
          for (const { portId, value } of data.ports as readonly { portId: string; value: unknown }[])
            if (watched.has(portId)) pending.set(portId, value);
        }),
        runEvery(publishIntervalMs, publish),
        effect(() => {
          void session.reconnectCount.value;
          if (feed.isLive.value) readAll();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        pending.clear();
      };
    },
  };
};
