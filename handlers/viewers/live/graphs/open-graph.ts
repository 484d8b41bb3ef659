import { batch, effect, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { coalesceRuns } from '../session/coalesce-runs.ts';
import { reuseUnchangedGraph } from './graph-types.ts';
import { readGraph, readNotes } from './read-graph.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { Session } from '../session/session.ts';
import type { GraphDetail, NotesByNodeId, GraphState } from './graph-types.ts';

/** What an edit came to. */
interface EditAttempt<T> {
  /** What it is known to have made of the graph; undefined when that has to be read. */
  readonly graph?: GraphDetail | undefined;
  readonly outcome: T;
}

/** An edit that was made. */
interface CompletedEdit<T> {
  readonly outcome: T;
  /** What it left, also where another graph was opened meanwhile; undefined when that could not be read. */
  readonly stateAfter: GraphState | undefined;
}

/** How an edit is held against those of others. */
interface EditOptions {
  /**
   * What the edit overwrites, as text. Where somebody else has edited the graph meanwhile, but nothing of that, the edit is made on top of
   * theirs.
   */
  getFingerprint(stand: GraphState): string;
  /** Somebody else has edited the very thing. The edit was not made; theirs has been read. */
  onConflict(): void;
  /** Told why the service refused, in place of a notice. */
  readonly onRejected?: ((failure: unknown) => void) | undefined;
  /** What the part before left of the graph, which this one is for, also where another has been opened since. */
  readonly baseState?: GraphState | undefined;
}

/** The graph on the canvas. */
export interface OpenGraph {
  /** Undefined while none is open, or nothing of it has come yet. */
  readonly detail: ReadonlySignal<GraphDetail | undefined>;
  readonly notes: ReadonlySignal<NotesByNodeId>;
  /** Both, for whoever does not wait for changes. */
  getState(): GraphState | undefined;
  /**
   * Makes an own edit; the service's refusal is told. The next one begins when it is over: whoever asks sees to that.
   * @param work gets the graph as it is known then
   * @returns undefined when it was not made
   */
  edit<T>(
    work: (stand: GraphState) => Promise<EditAttempt<T>>,
    manner: EditOptions,
  ): Promise<CompletedEdit<T> | undefined>;
}

/** What the open graph is one of. */
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

  const read = coalesceRuns(async () => {
    const graphId = openId.peek();
    if (graphId === undefined) {
      detail.value = undefined;
      return;
    }
    const before = detail.peek();
    const graph = await readGraph(client, graphId);
    const said = await readNotes(client, graph);
    if (graphId !== openId.peek()) return;
    const now = detail.peek();
    // an edit of this page was made meanwhile
    if (now && now !== before && now.revision > graph.revision) return;
    batch(() => {
      detail.value = reuseUnchangedGraph(detail.value, graph);
      if (JSON.stringify(said) !== JSON.stringify(notes.value)) notes.value = said;
    });
  });
  /** What cannot be read now is tried again when the list tells of it; the header says that nobody answers. */
  const look = (): Promise<void> => read().catch(() => {});

  /** Somebody else has edited the graph, or another one was opened. */
  effect(() => {
    const told = list.value.find(({ id }) => id === openId.value)?.revision;
    const known = detail.peek();
    if (known?.id !== openId.value) detail.value = undefined;
    else if (editsUnderWay.value > 0 || known?.revision === told) return;
    void look();
  });
  /** A service that came back may count revisions from the beginning. */
  effect(() => {
    if (reconnectCount.value > 0) void look();
  });

  const shown = (): GraphState | undefined => {
    const graph = detail.peek();
    return graph && { graph, notes: notes.peek() };
  };

  const leftBy = async (graphId: string, made: GraphDetail | undefined): Promise<GraphState> => {
    if (graphId === openId.peek()) {
      if (made) detail.value = made;
      else await look();
    }
    const now = shown();
    if (now?.graph.id === graphId) return now;
    const graph = made ?? (await readGraph(client, graphId));
    return { graph, notes: await readNotes(client, graph) };
  };

  /** Tries again on top of what others have edited, unless it is what this edit is about. */
  const attempt = async <T>(
    work: (stand: GraphState) => Promise<EditAttempt<T>>,
    { getFingerprint, onConflict, onRejected = notices.showError, baseState }: EditOptions,
  ): Promise<CompletedEdit<T> | undefined> => {
    const stand = (): GraphState | undefined => {
      const now = shown();
      return baseState && baseState.graph.id !== now?.graph.id ? baseState : now;
    };
    const staked = (): string | undefined => {
      const now = stand();
      return now && getFingerprint(now);
    };
    const before = staked();
    for (let tries = 1; ; tries += 1) {
      const known = stand();
      if (!known) return undefined;
      try {
        const { graph, outcome } = await work(known);
        return { outcome, stateAfter: await leftBy(known.graph.id, graph).catch(() => undefined) };
      } catch (failure) {
        await look();
        const isLate = failure instanceof SceneRuntimeError && failure.code === 'REVISION_CONFLICT';
        if (isLate && staked() !== before) onConflict();
        else if (!isLate || tries === maxAttempts) onRejected(failure);
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
    getState: shown,
    edit(work, manner) {
      editsUnderWay.value += 1;
      return attempt(work, manner).finally(() => {
        editsUnderWay.value -= 1;
      });
    },
  };
};
