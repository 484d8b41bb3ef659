import { batch, effect, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { coalesceRuns } from '../session/coalesce-runs.ts';
import { reuseUnchangedGraph } from './graph-types.ts';
import { readGraph, readNotes } from './read-graph.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';
import type { GraphDetail, NotesByNodeId, GraphState } from './graph-types.ts';

/** The result of an edit. */
interface EditAttempt<T> {
  /** The graph after the edit; undefined if it has to be read. */
  readonly graph?: GraphDetail | undefined;
  readonly outcome: T;
}

/** An edit that was made. */
interface CompletedEdit<T> {
  readonly outcome: T;
  /** The state after the edit, even if another graph was opened meanwhile; undefined if it could not be read. */
  readonly stateAfter: GraphState | undefined;
}

/** How an edit handles conflicts with other clients. */
interface EditOptions {
  /**
   * Returns everything that the edit overwrites, as text. If another client changed the graph but nothing of that, the
   * edit is made on top of that change.
   */
  getFingerprint(state: GraphState): string;
  /** Called when another client changed the same data. The edit was not made, and the graph has been reread. */
  onConflict(): void;
  /** Called with the error of the service, instead of showing a notice. */
  readonly onRejected?: ((failure: unknown) => void) | undefined;
  /** The state that the previous part of this edit left, even if another graph was opened since. */
  readonly baseState?: GraphState | undefined;
}

/** The graph on the canvas. */
export interface OpenGraph {
  /** Undefined while no graph is open, or until it is loaded. */
  readonly detail: ReadonlySignal<GraphDetail | undefined>;
  readonly notes: ReadonlySignal<NotesByNodeId>;
  /** Returns the graph and its notes without subscribing to changes. */
  getState(): GraphState | undefined;
  /**
   * Makes an edit and shows errors of the service. Callers must not start the next one before it has ended.
   * @param work gets the latest known graph
   * @returns undefined if it was not made
   */
  edit<T>(
    work: (state: GraphState) => Promise<EditAttempt<T>>,
    options: EditOptions,
  ): Promise<CompletedEdit<T> | undefined>;
}

/** The part of the graph list that the open graph needs. */
interface GraphListState {
  readonly list: ReadonlySignal<readonly { readonly id: string; readonly revision: number }[]>;
  readonly openId: ReadonlySignal<string | undefined>;
  refresh(): Promise<void>;
}

/** How often an edit is tried while others edit the same graph. */
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
    // this page made an edit meanwhile
    if (current && current !== previous && current.revision > graph.revision) return;
    batch(() => {
      detail.value = reuseUnchangedGraph(detail.value, graph);
      if (JSON.stringify(graphNotes) !== JSON.stringify(notes.value)) notes.value = graphNotes;
    });
  });
  /** A failed read is repeated when the list changes; the header shows an unreachable service. */
  const refreshQuietly = (): Promise<void> => refreshGraph().catch(() => {});

  /** Rereads after an edit of another client, or when another graph was opened. */
  effect(() => {
    const listedRevision = list.value.find(({ id }) => id === openId.value)?.revision;
    const current = detail.peek();
    if (current?.id !== openId.value) detail.value = undefined;
    else if (editsUnderWay.value > 0 || current?.revision === listedRevision) return;
    void refreshQuietly();
  });
  /** A restarted service may count revisions from the start. */
  effect(() => {
    if (reconnectCount.value > 0) void refreshQuietly();
  });

  const getState = (): GraphState | undefined => {
    const graph = detail.peek();
    return graph && { graph, notes: notes.peek() };
  };

  const settleState = async (graphId: string, updated: GraphDetail | undefined): Promise<GraphState> => {
    if (graphId === openId.peek()) {
      if (updated) detail.value = updated;
      else await refreshQuietly();
    }
    const current = getState();
    if (current?.graph.id === graphId) return current;
    const graph = updated ?? (await readGraph(client, graphId));
    return { graph, notes: await readNotes(client, graph) };
  };

  /** Retries on top of the changes of others, unless they conflict with this edit. */
  const attempt = async <T>(
    work: (state: GraphState) => Promise<EditAttempt<T>>,
    { getFingerprint, onConflict, onRejected = notices.showError, baseState }: EditOptions,
  ): Promise<CompletedEdit<T> | undefined> => {
    const getEditedState = (): GraphState | undefined => {
      const current = getState();
      return baseState && baseState.graph.id !== current?.graph.id ? baseState : current;
    };
    const getBasis = (): string | undefined => {
      const current = getEditedState();
      return current && getFingerprint(current);
    };
    const basis = getBasis();
    for (let attempts = 1; ; attempts += 1) {
      const current = getEditedState();
      if (!current) return undefined;
      try {
        const { graph, outcome } = await work(current);
        return { outcome, stateAfter: await settleState(current.graph.id, graph).catch(() => undefined) };
      } catch (failure) {
        await refreshQuietly();
        const isConflict = failure instanceof SceneRuntimeError && failure.code === 'REVISION_CONFLICT';
        if (isConflict && getBasis() !== basis) onConflict();
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
