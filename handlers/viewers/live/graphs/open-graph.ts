import { batch, effect, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { keepSame } from './graph-facts.ts';
import { readGraph, readNotes } from './read-graph.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { Session } from '../session/session.ts';
import type { GraphDetail, Notes } from './graph-facts.ts';

/** What an edit came to. */
interface Edited<T> {
  /** What it is known to have made of the graph; undefined when that has to be read. */
  readonly graph?: GraphDetail | undefined;
  readonly outcome: T;
}

/** The graph on the canvas. */
export interface OpenGraph {
  /** Undefined while none is open, or nothing of it has come yet. */
  readonly detail: ReadonlySignal<GraphDetail | undefined>;
  readonly notes: ReadonlySignal<Notes>;
  /**
   * Makes an own edit, after those before it; the service's refusal is told.
   * @param work gets the graph as it is known then
   * @returns undefined when it was not made
   */
  edit<T>(work: (graph: GraphDetail) => Promise<Edited<T>>): Promise<T | undefined>;
}

/** What the open graph is one of. */
interface Listed {
  readonly list: ReadonlySignal<readonly { readonly id: string; readonly revision: number }[]>;
  readonly openId: ReadonlySignal<string | undefined>;
  refresh(): Promise<void>;
}

export const createOpenGraph = (
  { client, returns }: Pick<Session, 'client' | 'returns'>,
  notices: Notices,
  { list, openId, refresh }: Listed,
): OpenGraph => {
  const detail = signal<GraphDetail>();
  const notes = signal<Notes>({});
  const editsUnderWay = signal(0);
  let lastEdit: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<void> => {
    const graphId = openId.peek();
    if (graphId === undefined) {
      detail.value = undefined;
      return;
    }
    const graph = await readGraph(client, graphId);
    const said = await readNotes(client, graph);
    if (graphId !== openId.peek()) return;
    batch(() => {
      detail.value = keepSame(detail.value, graph);
      if (JSON.stringify(said) !== JSON.stringify(notes.value)) notes.value = said;
    });
  };
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
    if (returns.value > 0) void look();
  });

  const attempt = async <T>(work: (graph: GraphDetail) => Promise<Edited<T>>): Promise<T | undefined> => {
    const known = detail.peek();
    if (!known) return undefined;
    try {
      const { graph, outcome } = await work(known);
      if (graph) detail.value = graph;
      else await read();
      return outcome;
    } catch (failure) {
      notices.fail(failure);
      if (failure instanceof SceneRuntimeError && failure.code === 'REVISION_CONFLICT') {
        notices.say('Somebody else edited the graph meanwhile. It was read anew; your edit was not made.');
      }
      await look();
      return undefined;
    } finally {
      await refresh();
    }
  };

  return {
    detail,
    notes,
    edit(work) {
      editsUnderWay.value += 1;
      const edit = lastEdit
        .then(() => attempt(work))
        .finally(() => {
          editsUnderWay.value -= 1;
        });
      lastEdit = edit;
      return edit;
    },
  };
};
