import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type SceneClient, SceneRuntimeError } from '#spec/client/index.ts';
import { assignIfChanged, coalesceRuns } from '../session/store-helpers.ts';
import {
  findNodeById,
  type GraphDetail,
  type GraphState,
  indexPorts,
  noteCategory,
  type NotesByNodeId,
  type PortRecord,
  reuseUnchangedGraph,
} from './graph-types.ts';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';

interface EditAttempt<T> {
  /** The graph after the edit, or `undefined` if the graph must be read. */
  readonly graph?: GraphDetail | undefined;
  readonly outcome: T;
}

/** Determines how an edit handles conflicts with other clients. */
interface EditOptions {
  /**
   * Returns everything that the edit overwrites, as a string. If another client has changed the graph without changing
   * this string, the edit is made on top of the other client's change. If not given, the edit is made only once.
   */
  getFingerprint?(state: GraphState): string;
  /**
   * Called if another client has changed the same data. In this case, the edit was not made, and the graph has been
   * read again.
   */
  onConflict(conflict: SceneRuntimeError): void;
  /** Called with the service's error. If given, no notice is shown. */
  readonly onRejected?: ((failure: unknown) => void) | undefined;
}

/** The graph on the canvas, and the function that edits it. */
export interface OpenGraph {
  /** The graph, or `undefined` if no graph is open or the open graph has not been loaded yet. */
  readonly detail: ReadonlySignal<GraphDetail | undefined>;
  readonly notes: ReadonlySignal<NotesByNodeId>;
  /** Returns the graph and its notes, without subscribing to changes. */
  getState(): GraphState | undefined;
  /**
   * Makes an edit, and shows the service's errors. Callers must not start another edit before this one has ended.
   * @param work makes the edit; receives the latest known state
   * @returns the outcome, or `undefined` if the edit was not made
   */
  edit<T>(work: (state: GraphState) => Promise<EditAttempt<T>>, options: EditOptions): Promise<T | undefined>;
}

/** The part of the graph list that the open graph depends on. */
interface GraphListState {
  readonly list: ReadonlySignal<
    readonly { readonly id: string; readonly revision: number; readonly state?: GraphDetail['state'] }[]
  >;
  readonly openId: ReadonlySignal<string | undefined>;
  refresh(): Promise<void>;
}

/** The maximum number of attempts to make an edit while others edit the same graph. */
const maxAttempts = 5;

export const createOpenGraph = (
  { client, reconnectCount }: Pick<Session, 'client' | 'reconnectCount'>,
  notices: Notices,
  { list, openId, refresh }: GraphListState,
): OpenGraph => {
  const detail = signal<GraphDetail>();
  const notes = signal<NotesByNodeId>({});
  const editsUnderWay = signal(0);

  const refreshGraph = coalesceRuns(async () => {
    const graphId = openId.peek();
    if (graphId === undefined) {
      detail.value = undefined;
      return;
    }
    const previous = detail.peek();
    const graph = await readGraph(client, graphId);
    const graphNotes = await readNotes(client, graph);
    if (graphId !== openId.peek()) return;
    const current = detail.peek();
    // this page has made an edit while the graph was being read
    if (current && current !== previous && current.revision > graph.revision) return;
    batch(() => {
      detail.value = reuseUnchangedGraph(detail.value, graph);
      assignIfChanged(notes, graphNotes);
    });
  });
  /**
   * Reads the graph without showing errors. A failed read is repeated when the list changes, and the header shows
   * whether the service is unreachable.
   */
  const refreshQuietly = (): Promise<void> => refreshGraph().catch(() => {});

  /** Reads the graph again after another client has edited it, or after another graph has been opened. */
  effect(() => {
    const listed = list.value.find(({ id }) => id === openId.value);
    const current = detail.peek();
    if (current?.id !== openId.value) detail.value = undefined;
    // a run changes the state, but not the revision
    else if (current && listed?.state !== undefined && listed.state !== current.state)
      detail.value = { ...current, state: listed.state };
    if (detail.peek() && (editsUnderWay.value > 0 || current?.revision === listed?.revision)) return;
    void refreshQuietly();
  });
  /** Reads the graph again after a reconnect, because a restarted service may count revisions from the start. */
  effect(() => {
    if (reconnectCount.value > 0) void refreshQuietly();
  });

  const getState = (): GraphState | undefined => {
    const graph = detail.peek();
    return graph && { graph, notes: notes.peek() };
  };

  /**
   * Makes an edit. If others have changed the graph, the edit is tried again on top of their changes, unless these
   * changes conflict with the edit.
   */
  const attempt = async <T>(
    work: (state: GraphState) => Promise<EditAttempt<T>>,
    { getFingerprint, onConflict, onRejected = notices.showError }: EditOptions,
  ): Promise<T | undefined> => {
    const getBasis = (): string | undefined => {
      const current = getState();
      return current && getFingerprint?.(current);
    };
    const basis = getBasis();
    for (let attempts = 1; ; attempts += 1) {
      const current = getState();
      if (!current) return undefined;
      try {
        const { graph, outcome } = await work(current);
        if (current.graph.id !== openId.peek()) return outcome;
        if (graph) detail.value = graph;
        else await refreshQuietly();
        return outcome;
      } catch (failure) {
        await refreshQuietly();
        const isConflict = failure instanceof SceneRuntimeError && failure.code === 'REVISION_CONFLICT';
        if (isConflict && (!getFingerprint || getBasis() !== basis)) onConflict(failure);
        else if (!isConflict || attempts === maxAttempts) onRejected(failure);
        else continue;
        return undefined;
      } finally {
        await refresh();
      }
    }
  };

  return {
    detail,
    notes,
    getState,
    edit(work, options) {
      editsUnderWay.value += 1;
      return attempt(work, options).finally(() => {
        editsUnderWay.value -= 1;
      });
    },
  };
};

/** Reads a graph, including connected sub-ports of collapsed ports. */
const readGraph = async (client: SceneClient, graphId: string): Promise<GraphDetail> => {
  const graph = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
  const portsById = indexPorts(graph);
  const hidden = new Set(
    graph.connections
      .flatMap(({ outputPortId, inputPortId }) => [outputPortId, inputPortId])
      .filter((portId) => !portsById.has(portId)),
  );
  const ports = await Promise.all(
    [...hidden].map((portId) => client.request('GET /api/ports/{portId}', { params: { portId } })),
  );
  for (const port of ports) insertAfterParent(graph, port);
  return graph;
};

const insertAfterParent = (graph: GraphDetail, port: PortRecord): void => {
  const ports = findNodeById(graph, port.nodeId)?.ports;
  const at = ports?.findIndex(({ id }) => id === port.parentPortId) ?? -1;
  ports?.splice(at + 1, 0, port);
};

const readNotes = async (client: SceneClient, { id, nodes }: GraphDetail): Promise<NotesByNodeId> =>
  Object.fromEntries(
    await Promise.all(
      nodes
        .filter(({ category }) => category === noteCategory)
        .map(async (node) => {
          const params = { graphId: id, nodeId: node.id };
          return [
            node.id,
            await client.request('GET /api/graphs/{graphId}/nodes/{nodeId}/note', { params }),
          ] as const;
        }),
    ),
  );
