import { computed, effect, signal } from '@preact/signals';
import { createActivity } from './activity.ts';
import { make } from './changes/make.ts';
import { asCopy, pieceOf, shift } from './changes/piece.ts';
import { wiresNamed } from './changes/wires.ts';
import { followActivity } from './follow-activity.ts';
import { createHistory } from './history.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { Graphs } from '../graphs/graphs.ts';
import type { OpenGraph } from '../graphs/open-graph.ts';
import type { Session } from '../session/session.ts';
import type { Activity } from './activity.ts';
import type { Change, Piece, SingleChange } from './changes/change.ts';
import type { History } from './history.ts';

/** What is selected on the canvas, by id. */
export interface Selection {
  readonly nodes: readonly string[];
  readonly wires: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Edits the open graph. */
export interface Editor extends Pick<OpenGraph, 'detail' | 'notes'> {
  readonly activity: Activity;
  readonly selection: Signal<Selection>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly canPaste: ReadonlySignal<boolean>;
  /** Makes a change that can be taken back. Nodes that it brings are selected. */
  change(change: Change): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Adds a node of a type. */
  addNode(category: string, place: Point): Promise<void>;
  /** Presses a Button. */
  press(portId: string): Promise<void>;
  removeSelected(): Promise<void>;
  copy(): void;
  cut(): Promise<void>;
  /** Adds what was copied last, from this graph or another one. */
  paste(): Promise<void>;
  duplicate(): Promise<void>;
  selectAll(): void;
  dispose(): void;
}

/** How far beside its original a copy is put. */
const copyGap = 40;

const nothing: Selection = { nodes: [], wires: [] };

interface Surroundings {
  readonly session: Pick<Session, 'client' | 'hub' | 'returns'>;
  readonly notices: Notices;
  readonly graphs: Pick<Graphs, 'open' | 'openId'>;
  readonly nextFrame: (draw: (time: number) => void) => void;
}

export const createEditor = ({ session, notices, graphs, nextFrame }: Surroundings): Editor => {
  const { client } = session;
  const { open, openId } = graphs;
  const activity = createActivity(nextFrame);
  const selection = signal(nothing);
  const clipboard = signal<Piece>();
  const newIds = new Map<string, string>();
  const now = (nodeId: string): string => {
    const id = newIds.get(nodeId);
    return id === undefined ? nodeId : now(id);
  };

  const makeSingle = (change: SingleChange) =>
    open.edit(async (graph) => {
      const desk = { client, graph, notes: open.notes.peek(), now, renamed: newIds.set.bind(newIds) };
      const { graph: next, ...outcome } = await make(desk, change);
      return { graph: next, outcome };
    });

  /** @returns what takes back all that was made; undefined where nothing was, or it cannot be taken back */
  const perform = async (change: Change): Promise<Change | undefined> => {
    if (change.kind === 'all') {
      const inverses: Change[] = [];
      for (const part of change.changes) {
        const inverse = await perform(part);
        if (!inverse) break;
        inverses.unshift(inverse);
      }
      return inverses.length > 0 ? { kind: 'all', changes: inverses } : undefined;
    }
    const made = await makeSingle(change);
    if (made?.nodeIds) selection.value = { nodes: made.nodeIds, wires: [] };
    return made?.inverse;
  };

  const histories = new Map<string | undefined, History>();
  /** Each graph has its own: what was done in one is not taken back in another. */
  const history = computed(() => {
    const known = histories.get(openId.value) ?? createHistory(perform);
    histories.set(openId.value, known);
    return known;
  });
  const change = async (wanted: Change): Promise<void> => {
    const { add } = history.peek();
    const inverse = await perform(wanted);
    if (inverse) add(inverse);
  };

  const selectedPiece = (): Piece | undefined => {
    const graph = open.detail.peek();
    const { nodes } = selection.peek();
    return graph && nodes.length > 0 ? pieceOf(graph, open.notes.peek(), nodes, 'among') : undefined;
  };
  const addCopy = async (piece: Piece | undefined): Promise<void> => {
    if (piece) await change({ kind: 'add', piece: asCopy(shift(piece, copyGap, copyGap)), restores: false });
  };
  const copy = (): void => {
    clipboard.value = selectedPiece() ?? clipboard.value;
  };
  const removeSelected = async (): Promise<void> => {
    const graph = open.detail.peek();
    const { nodes, wires } = selection.peek();
    if (!graph) return;
    const changes: Change[] = [];
    if (wires.length > 0) changes.push({ kind: 'wires', cut: wiresNamed(graph, wires), join: [] });
    if (nodes.length > 0) changes.push({ kind: 'remove', nodeIds: nodes });
    selection.value = nothing;
    if (changes.length > 0) await change({ kind: 'all', changes });
  };

  const endings = [
    followActivity(session, openId, activity),
    effect(() => {
      void openId.value;
      selection.value = nothing;
    }),
  ];

  return {
    detail: open.detail,
    notes: open.notes,
    activity,
    selection,
    canUndo: computed(() => history.value.canUndo.value),
    canRedo: computed(() => history.value.canRedo.value),
    canPaste: computed(() => clipboard.value !== undefined),
    change,
    undo: () => history.peek().undo(),
    redo: () => history.peek().redo(),
    addNode: (category, { x, y }) =>
      change({
        kind: 'add',
        piece: {
          nodes: [
            {
              key: 'new',
              category,
              locationX: Math.round(x),
              locationY: Math.round(y),
              values: {},
              marks: [],
              note: undefined,
            },
          ],
          wires: [],
        },
        restores: false,
      }),
    async press(portId) {
      const params = { portId };
      await notices.attempt(() =>
        client.request('PUT /api/ports/{portId}/value', { params, body: { value: true } }),
      );
    },
    removeSelected,
    copy,
    async cut() {
      copy();
      await removeSelected();
    },
    async paste() {
      const piece = clipboard.peek();
      if (!piece) return;
      // the next paste lies beside this one
      clipboard.value = shift(piece, copyGap, copyGap);
      await addCopy(piece);
    },
    duplicate: () => addCopy(selectedPiece()),
    selectAll() {
      const { nodes = [], connections = [] } = open.detail.peek() ?? {};
      selection.value = { nodes: nodes.map(({ id }) => id), wires: connections.map(({ id }) => id) };
    },
    dispose() {
      for (const end of endings) end();
    },
  };
};
