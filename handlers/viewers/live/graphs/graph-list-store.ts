import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns, endSubscription } from '../session/store-helpers.ts';
import { createGraphHistories, type GraphHistories } from './graph-histories.ts';
import { createOpenGraph, type OpenGraph } from './open-graph-store.ts';
import { findLastOpenedGraph, rememberOpenedGraph } from './opened-graphs.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Confirmation } from '../app/confirmation.tsx';
import type { Notices } from '../app/notice-store.ts';
import type { PageStorage } from '../session/page-storage.ts';
import type { Session } from '../session/session.ts';

export type GraphSummary = Answer<'GET /api/graphs'>[number];

export interface GraphList {
  readonly list: ReadonlySignal<readonly GraphSummary[]>;
  /** Whether the list has been read, so that an empty list means that there are no graphs. */
  readonly isLoaded: ReadonlySignal<boolean>;
  readonly isAnyRunning: ReadonlySignal<boolean>;
  readonly openId: Signal<string | undefined>;
  /** The open graph's entry in the list. */
  readonly openSummary: ReadonlySignal<GraphSummary | undefined>;
  readonly open: OpenGraph;
  readonly histories: GraphHistories;
  /** Finds the graph with this id, or else the first one with this name, as the service does for RunGraph nodes. */
  find(idOrName: string): GraphSummary | undefined;
  /**
   * Returns the number of edits of a graph that the runtime lacks. What a stopped graph contained when the page first saw
   * it does not count, because it is sent with the next run anyway.
   */
  countUnsyncedEdits(graph: GraphSummary): number;
  /**
   * Reads the list again after this page has made an edit. Graph events and a timer of one second also trigger this.
   */
  refresh(): Promise<void>;
  create(): Promise<void>;
  rename(graphId: string, name: string): Promise<void>;
  run(graphId: string): Promise<void>;
  stop(graphId: string): Promise<void>;
  sync(graphId: string): Promise<void>;
  /** Runs the open graph, or stops it if it is running. */
  toggleRunning(): void;
  runAll(): Promise<void>;
  stopAll(): Promise<void>;
  /** Deletes a graph and its file, after the user has confirmed. */
  confirmAndRemove(graphId: string): Promise<void>;
  duplicate(graphId: string): Promise<void>;
}

const pollMs = 1_000;

export const createGraphList = (
  session: Session,
  notices: Notices,
  confirmation: Confirmation,
  storage: PageStorage,
): GraphList => {
  const { client, clientName, hub, reconnectCount } = session;
  const histories = createGraphHistories(client, clientName);
  const list = signal<readonly GraphSummary[]>([]);
  const isLoaded = signal(false);
  const openId = signal<string>();
  const openSummary = computed(() => list.value.find(({ id }) => id === openId.value));

  /** The revision of each graph after which edits count as unsynced. */
  const baseRevisions = new Map<string, number>();

  const refresh = async (): Promise<void> => {
    const graphs = await client.request('GET /api/graphs');
    for (const { id, synced, revision } of graphs)
      if (synced || (baseRevisions.get(id) ?? Number.POSITIVE_INFINITY) > revision)
        baseRevisions.set(id, revision);
    assignIfChanged(list, graphs);
    isLoaded.value = true;
    if (graphs.some(({ id }) => id === openId.value)) return;
    const running = graphs.find(({ state }) => state === 'running');
    openId.value = (findLastOpenedGraph(storage, graphs) ?? running ?? graphs[0])?.id;
  };
  effect(() => {
    if (openId.value !== undefined) rememberOpenedGraph(storage, openId.value);
  });
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

  const run = (graphId: string): Promise<void> =>
    change(async () => {
      await client.request('POST /api/graphs/{graphId}/sync', { params: { graphId } });
      await client.request('POST /api/graphs/{graphId}/run', { params: { graphId } });
    });
  const stop = (graphId: string): Promise<void> => runCommand('POST /api/graphs/{graphId}/stop', graphId);
  /** Runs or stops all graphs in a state, one after the other, in the order of the list. */
  const changeAll = async (
    state: GraphSummary['state'],
    work: (graphId: string) => Promise<void>,
  ): Promise<void> => {
    for (const graph of list.peek()) if (graph.state === state) await work(graph.id);
  };

  return {
    ...{ list, isLoaded, openId, openSummary, histories },
    find: (idOrName) =>
      list.value.find(({ id }) => id === idOrName) ?? list.value.find(({ name }) => name === idOrName),
    isAnyRunning: computed(() => list.value.some(({ state }) => state === 'running')),
    countUnsyncedEdits({ id, synced, state, revision }) {
      if (synced) return 0;
      const count = revision - (baseRevisions.get(id) ?? revision);
      return state === 'running' ? Math.max(1, count) : count;
    },
    open: createOpenGraph(session, notices, { list, openId, refresh: refreshQuietly }),
    refresh: refreshQuietly,
    create: () =>
      change(async () => {
        const { id } = await client.request('POST /api/graphs', { body: {} });
        await refreshQuietly();
        openId.value = id;
      }),
    rename: (graphId, name) =>
      change(() =>
        histories.track(graphId, () =>
          client.request('PUT /api/graphs/{graphId}', { params: { graphId }, body: { name } }),
        ),
      ),
    run,
    stop,
    sync: (graphId) => runCommand('POST /api/graphs/{graphId}/sync', graphId),
    toggleRunning() {
      const graph = openSummary.peek();
      if (graph) void (graph.state === 'running' ? stop(graph.id) : run(graph.id));
    },
    runAll: () => changeAll('stopped', run),
    stopAll: () => changeAll('running', stop),
    async confirmAndRemove(graphId) {
      const name = list.peek().find(({ id }) => id === graphId)?.name;
      const isConfirmed = await confirmation.ask({
        title: `Delete ${name}?`,
        text: 'The graph and its file are deleted. This can’t be undone.',
        confirmLabel: 'Delete',
      });
      if (!isConfirmed) return;
      await change(() =>
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
