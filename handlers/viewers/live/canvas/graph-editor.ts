import { computed, effect, signal } from '@preact/signals';
import { createSerialQueue } from '../session/serial-queue.ts';
import { createExecutionActivity } from './execution-activity.ts';
import { applyChange } from './changes/apply-change.ts';
import { createNodeIdMap } from './changes/node-id-map.ts';
import { cloneFragment, extractFragment, moveFragment } from './changes/graph-fragment.ts';
import { getConflictFingerprint } from './changes/conflict-fingerprint.ts';
import { toConnectionRefs } from './changes/edit-connections.ts';
import { parseFragment, serializeFragment } from './clipboard.ts';
import { trackExecution } from './track-execution.ts';
import { createUndoHistory } from './undo-history.ts';
import { createPortValueSuggestions } from './port-value-suggestions.ts';
import { createConnectionPreview } from './connections/connection-preview.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { GraphList } from '../graphs/graph-list.ts';
import type { GraphState } from '../graphs/graph-types.ts';
import type { OpenGraph } from '../graphs/open-graph.ts';
import type { Session } from '../session/session.ts';
import type { ExecutionActivity } from './execution-activity.ts';
import type { GraphChange, GraphFragment, SingleGraphChange } from './changes/graph-change.ts';
import type { UndoHistory, UndoStep } from './undo-history.ts';
import type { ConnectionPreview } from './connections/connection-preview.ts';

/** What is selected on the canvas, by id. */
export interface CanvasSelection {
  readonly nodes: readonly string[];
  readonly connections: readonly string[];
}

export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** What the reader sees of the canvas. */
export interface CanvasViewport {
  /** Where what is added without a place of its own goes. */
  getCenter(): CanvasPoint;
  /** Brings a node into sight, and the focus to it. */
  showNode(nodeId: string): void;
  /** Brings everything into sight. */
  fitAll(): void;
}

/** Edits the open graph. */
export interface GraphEditor extends Pick<OpenGraph, 'detail' | 'notes'> {
  readonly activity: ExecutionActivity;
  readonly connectionPreview: ConnectionPreview;
  readonly selection: Signal<CanvasSelection>;
  /** Undefined while no canvas is drawn. */
  readonly view: Signal<CanvasViewport | undefined>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly canPaste: ReadonlySignal<boolean>;
  /**
   * Makes a change that can be taken back. Nodes that it brings are selected.
   * @param refused told why the service refused, in place of a notice
   */
  change(change: GraphChange, refused?: (failure: unknown) => void): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Adds a node of a type, in the middle of what is seen unless it is told where. */
  addNode(category: string, place?: CanvasPoint): Promise<void>;
  /** Presses a Button. */
  pressButton(portId: string): Promise<void>;
  /** What a port of a type could hold; undefined for types of which the service knows nothing. */
  suggest(type: string): (() => Promise<readonly string[]>) | undefined;
  removeSelected(): Promise<void>;
  /** @returns what was copied, as text for other programs; undefined where nothing is selected */
  copy(): string | undefined;
  /** Adds what was copied last, from this graph or another one, or what such a text tells. */
  paste(text?: string): Promise<void>;
  duplicate(): Promise<void>;
  selectAll(): void;
  dispose(): void;
}

/** What was copied or pasted last, and as which text. The next paste lies beside the last one. */
interface CopiedFragment {
  readonly text: string;
  readonly piece: GraphFragment;
}

/** Told why the service refused; a notice tells it when undefined. */
type OnRejected = ((failure: unknown) => void) | undefined;

interface PerformedChange {
  readonly inverse: GraphChange;
  /** Undefined when it could not be read. */
  readonly stateAfter: GraphState | undefined;
}

/** How far beside its original a copy is put. */
const pasteOffset = 40;

const emptySelection: CanvasSelection = { nodes: [], connections: [] };

interface GraphEditorOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'capabilities' | 'reconnectCount' | 'eventGap'>;
  readonly notices: Notices;
  readonly graphs: Pick<GraphList, 'list' | 'open' | 'openId'>;
  readonly nextFrame: (draw: (time: number) => void) => void;
}

export const createGraphEditor = ({
  session,
  notices,
  graphs,
  nextFrame,
}: GraphEditorOptions): GraphEditor => {
  const { client } = session;
  const { open, openId } = graphs;
  const activity = createExecutionActivity(nextFrame);
  const selection = signal(emptySelection);
  const view = signal<CanvasViewport>();
  const clipboard = signal<CopiedFragment>();
  const names = createNodeIdMap();

  const stakeNow = (change: GraphChange): string | undefined => {
    const stand = open.getState();
    return stand && getConflictFingerprint({ names, ...stand }, change);
  };
  const tellOvertaken = (change: GraphChange): void =>
    notices.showInfo('Somebody else has just edited the same. Theirs is shown, and yours was not made.', {
      label: 'Make it all the same',
      run: () => void makeChange(change),
    });
  const makeSingle = (change: SingleGraphChange, refused: OnRejected, after: GraphState | undefined) =>
    open.edit(
      async (stand) => {
        const { graph, ...outcome } = await applyChange({ client, nodeIds: names, ...stand }, change);
        // a key that is pressed as soon as new nodes are seen means them
        if (outcome.nodeIds && stand.graph.id === openId.peek())
          selection.value = { nodes: outcome.nodeIds, connections: [] };
        return { graph, outcome };
      },
      {
        getFingerprint: (stand) => getConflictFingerprint({ names, ...stand }, change),
        onConflict: () => tellOvertaken(change),
        onRejected: refused,
        baseState: after,
      },
    );

  /** @returns what takes back all that was made; undefined where nothing was, or it cannot be taken back */
  const perform = async (
    change: GraphChange,
    refused: OnRejected,
    after?: GraphState,
  ): Promise<PerformedChange | undefined> => {
    if (change.kind !== 'all') {
      const { outcome, stateAfter } = (await makeSingle(change, refused, after)) ?? {};
      return outcome?.undoChange && { inverse: outcome.undoChange, stateAfter };
    }
    const inverses: GraphChange[] = [];
    let left = after;
    for (const part of change.changes) {
      const made = await perform(part, refused, left);
      if (!made) break;
      inverses.unshift(made.inverse);
      left = made.stateAfter;
      if (!left) break;
    }
    return inverses.length > 0
      ? { inverse: { kind: 'all', changes: inverses }, stateAfter: left }
      : undefined;
  };
  const stepBack = async (change: GraphChange, refused?: OnRejected): Promise<UndoStep | undefined> => {
    const made = await perform(change, refused);
    return (
      made && {
        change: made.inverse,
        fingerprintAfter: made.stateAfter
          ? getConflictFingerprint({ names, ...made.stateAfter }, made.inverse)
          : '',
      }
    );
  };

  const histories = new Map<string | undefined, UndoHistory>();
  /** Each graph has its own: what was done in one is not taken back in another. */
  const history = computed(() => {
    const known =
      histories.get(openId.value) ?? createUndoHistory((step, isForced) => makeStep(step, isForced));
    histories.set(openId.value, known);
    return known;
  });
  const makeStep = async (
    { change, fingerprintAfter }: UndoStep,
    isForced: boolean,
  ): Promise<UndoStep | 'stale' | undefined> =>
    !isForced && stakeNow(change) !== fingerprintAfter ? 'stale' : stepBack(change);
  const oneBehindTheOther = createSerialQueue();
  /** What is seen as made is taken back only once its answer has told how, and in its own graph. */
  const inOrder = <T>(edit: (own: UndoHistory) => Promise<T>): Promise<T | undefined> => {
    const own = history.peek();
    return oneBehindTheOther(async () => {
      if (history.peek() === own) return edit(own);
      notices.showInfo('Another graph was opened before the last edit was made. It was not made.');
      return undefined;
    });
  };
  const makeChange = (wanted: GraphChange, refused?: OnRejected): Promise<void> =>
    inOrder(async ({ add }) => {
      const step = await stepBack(wanted, refused);
      if (step) add(step);
    });
  /** Takes nothing back unasked that somebody else has edited since. */
  const move = async (way: 'undo' | 'redo'): Promise<void> => {
    if ((await inOrder((own) => own[way]())) !== 'stale') return;
    notices.showInfo(`Somebody else has edited since what this would ${way}. Nothing was changed.`, {
      label: `${way === 'undo' ? 'Undo' : 'Redo'} all the same`,
      run: () => void inOrder((own) => own[way](true)),
    });
  };

  const selectedPiece = (): GraphFragment | undefined => {
    const graph = open.detail.peek();
    const { nodes } = selection.peek();
    return graph && nodes.length > 0 ? extractFragment(graph, open.notes.peek(), nodes, 'among') : undefined;
  };
  const addCopy = async (piece: GraphFragment | undefined): Promise<void> => {
    if (piece)
      await makeChange({
        kind: 'add',
        piece: cloneFragment(moveFragment(piece, pasteOffset, pasteOffset)),
        restores: false,
      });
  };
  const copy = (): string | undefined => {
    const piece = selectedPiece();
    if (!piece) return undefined;
    const text = serializeFragment(piece);
    clipboard.value = { text, piece };
    return text;
  };
  const removeSelected = async (): Promise<void> => {
    const graph = open.detail.peek();
    const { nodes, connections } = selection.peek();
    if (!graph) return;
    const changes: GraphChange[] = [];
    if (connections.length > 0)
      changes.push({ kind: 'wires', cut: toConnectionRefs(graph, connections), join: [] });
    if (nodes.length > 0) changes.push({ kind: 'remove', nodeIds: nodes });
    selection.value = emptySelection;
    if (changes.length > 0) await makeChange({ kind: 'all', changes });
  };

  const endings = [
    trackExecution(session, graphs, activity),
    effect(() => {
      void openId.value;
      selection.value = emptySelection;
    }),
  ];

  return {
    detail: open.detail,
    notes: open.notes,
    activity,
    connectionPreview: createConnectionPreview({ session, detail: open.detail }),
    selection,
    view,
    canUndo: computed(() => history.value.canUndo.value),
    canRedo: computed(() => history.value.canRedo.value),
    canPaste: computed(() => clipboard.value !== undefined),
    change: makeChange,
    undo: () => move('undo'),
    redo: () => move('redo'),
    addNode(category, { x, y } = view.peek()?.getCenter() ?? { x: 0, y: 0 }) {
      const place = { locationX: Math.round(x), locationY: Math.round(y) };
      const node = { key: 'new', category, ...place, values: {}, marks: [], note: undefined };
      return makeChange({ kind: 'add', piece: { nodes: [node], wires: [] }, restores: false });
    },
    async pressButton(portId) {
      const params = { portId };
      await notices.runAndReport(() =>
        client.request('PUT /api/ports/{portId}/value', { params, body: { value: true } }),
      );
    },
    suggest: createPortValueSuggestions(session),
    removeSelected,
    copy,
    async paste(text) {
      const last = clipboard.peek();
      const isLast = text === undefined || text === last?.text;
      const piece = isLast ? last?.piece : parseFragment(text);
      if (!piece) return;
      clipboard.value = {
        text: text ?? last?.text ?? '',
        piece: moveFragment(piece, pasteOffset, pasteOffset),
      };
      await addCopy(piece);
    },
    duplicate: () => addCopy(selectedPiece()),
    selectAll() {
      const { nodes = [], connections = [] } = open.detail.peek() ?? {};
      selection.value = { nodes: nodes.map(({ id }) => id), connections: connections.map(({ id }) => id) };
    },
    dispose() {
      for (const end of endings) end();
    },
  };
};
