import { effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns, endSubscription } from '../session/store-helpers.ts';
import { createOpenGraph, type OpenGraph } from './open-graph-store.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';

export type GraphSummary = Answer<'GET /api/graphs'>[number];

export interface GraphList {
  readonly list: ReadonlySignal<readonly GraphSummary[]>;
  readonly openId: Signal<string | undefined>;
  readonly open: OpenGraph;
  /**
   * Reads the list again after this page has made an edit. Graph events and a timer of one second also trigger this.
   */
  refresh(): Promise<void>;
  create(): Promise<void>;
  rename(graphId: string, name: string): Promise<void>;
  run(graphId: string): Promise<void>;
  stop(graphId: string): Promise<void>;
  sync(graphId: string): Promise<void>;
  /** Deletes a graph and its file, after the user has confirmed. */
  confirmAndRemove(graphId: string): void;
  duplicate(graphId: string): Promise<void>;
}

const pollMs = 1_000;

export const createGraphList = (session: Session, notices: Notices): GraphList => {
  const { client, hub, reconnectCount } = session;
  const list = signal<readonly GraphSummary[]>([]);
  const openId = signal<string>();

  const refresh = async (): Promise<void> => {
    const graphs = await client.request('GET /api/graphs');
    assignIfChanged(list, graphs);
    if (!graphs.some(({ id }) => id === openId.value)) {
      openId.value = (graphs.find(({ state }) => state === 'running') ?? graphs[0])?.id;
    }
  };
  /**
   * Combines many events that arrive together into one read. If the service is unreachable, no notice is needed,
   * because the header shows the lost connection.
   */
  const refreshQuietly = coalesceRuns(() => refresh().catch(() => {}));

  effect(() => {
    const connected = hub.value;
    void reconnectCount.value;
    if (!connected) return;
    void refreshQuietly();
    const following = connected.subscribe(['graph.*', 'project.*', 'runtime.*'], () => void refreshQuietly());
    const poll = setInterval(() => document.visibilityState === 'visible' && void refreshQuietly(), pollMs);
    return () => {
      clearInterval(poll);
      endSubscription(following);
    };
  });

  const change = async (work: () => Promise<unknown>): Promise<void> => {
    await notices.runAndReport(work);
    await refreshQuietly();
  };
  const runCommand = (
    route: 'POST /api/graphs/{graphId}/stop' | 'POST /api/graphs/{graphId}/sync',
    graphId: string,
  ): Promise<void> => change(() => client.request(route, { params: { graphId } }));

  return {
    list,
    openId,
    open: createOpenGraph(session, notices, { list, openId, refresh: refreshQuietly }),
    refresh: refreshQuietly,
    create: () =>
      change(async () => {
        const { id } = await client.request('POST /api/graphs', { body: {} });
        await refreshQuietly();
        openId.value = id;
      }),
    rename: (graphId, name) =>
      change(() => client.request('PUT /api/graphs/{graphId}', { params: { graphId }, body: { name } })),
    run: (graphId) =>
      change(async () => {
        await client.request('POST /api/graphs/{graphId}/sync', { params: { graphId } });
        await client.request('POST /api/graphs/{graphId}/run', { params: { graphId } });
      }),
    stop: (graphId) => runCommand('POST /api/graphs/{graphId}/stop', graphId),
    sync: (graphId) => runCommand('POST /api/graphs/{graphId}/sync', graphId),
    confirmAndRemove(graphId) {
      const name = list.peek().find(({ id }) => id === graphId)?.name;
      if (!confirm(`Delete ${name} and its file?`)) return;
      void change(() =>
        client.request('DELETE /api/graphs/{graphId}', { params: { graphId }, query: { deleteFile: true } }),
      );
    },
    duplicate: (graphId) =>
      change(async () => {
        const { id } = await client.request('POST /api/graphs/{graphId}/duplicate', { params: { graphId } });
        await refreshQuietly();
        openId.value = id;
      }),
  };
};
