import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { createSerialQueue, getOrCreate } from '../session/store-helpers.ts';
import { createExecutionActivity, type ExecutionActivity, trackExecution } from './execution-activity.ts';
import { applyChange } from './changes/apply-change.ts';
import { createNodeIdMap } from './changes/edit-context.ts';
import {
  cloneFragment,
  extractFragment,
  moveFragment,
  parseFragment,
  serializeFragment,
} from './changes/graph-fragment.ts';
import { getConflictFingerprint } from './changes/conflict-fingerprint.ts';
import { toConnectionRefs } from './changes/edit-connections.ts';
import { createUndoHistory, type UndoHistory, type UndoStep } from './undo-history.ts';
import { discoveryListsByType, readDiscoveredNames } from '../session/discovery.ts';
import { type ConnectionPreview, createConnectionPreview } from './connections/connection-validator.ts';
import type { Notices } from '../app/notice-store.ts';
import type { GraphList } from '../graphs/graph-list-store.ts';
import type { GraphState } from '../graphs/graph-types.ts';
import type { OpenGraph } from '../graphs/open-graph-store.ts';
import type { Session } from '../session/session.ts';
import type { GraphChange, GraphFragment, SingleGraphChange } from './changes/graph-change.ts';

export interface CanvasSelection {
  readonly nodes: readonly string[];
  readonly connections: readonly string[];
}

export interface CanvasPoint {
  readonly x: number;
  readonly y: number;
}

/** The visible part of the canvas. */
export interface CanvasViewport {
  /** Returns the point at which new nodes are placed if no position is given. */
  getCenter(): CanvasPoint;
  /** Scrolls a node into view and moves the focus to it. */
  showNode(nodeId: string): void;
  /** Zooms and scrolls so that the whole graph is visible. */
  fitAll(): void;
  /** Zooms and scrolls so that the selected nodes are visible, or the whole graph if none is selected. */
  fitSelection(): void;
}

/** Edits the open graph, with selection, undo and the clipboard. */
export interface GraphEditor extends Pick<OpenGraph, 'detail' | 'notes'> {
  readonly activity: ExecutionActivity;
  readonly connectionPreview: ConnectionPreview;
  readonly selection: Signal<CanvasSelection>;
  /** The viewport of the rendered canvas, or `undefined` while no canvas is rendered. */
  readonly view: Signal<CanvasViewport | undefined>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /**
   * Makes a change that can be undone. Nodes added by the change are then selected.
   * @param onRejected called with the service's error; if given, no notice is shown
   */
  change(change: GraphChange, onRejected?: (failure: unknown) => void): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Adds a node of the given type, by default in the middle of the visible canvas. */
  addNode(category: string, point?: CanvasPoint): Promise<void>;
  pressButton(portId: string): Promise<void>;
  /** Returns a function that loads suggestions for a port type, or `undefined` for types without suggestions. */
  suggest(type: string): (() => Promise<readonly string[]>) | undefined;
  removeSelected(): Promise<void>;
  /**
   * Copies the selected nodes.
   * @returns the nodes as text for the clipboard, or `undefined` if nothing is selected
   */
  copy(): string | undefined;
  /** Pastes the nodes in the given text. Without a text, the nodes that were copied last from any graph are pasted. */
  paste(text?: string): Promise<void>;
  duplicate(): Promise<void>;
  selectAll(): void;
  dispose(): void;
}

/** Called with the service's error. When absent, the error is shown in a notice. */
type OnRejected = ((failure: unknown) => void) | undefined;

interface PerformedChange {
  readonly inverse: GraphChange;
  /** The graph's state after the change, or `undefined` if the state could not be read. */
  readonly stateAfter: GraphState | undefined;
}

const pasteOffset = 40;

const emptySelection: CanvasSelection = { nodes: [], connections: [] };

interface GraphEditorOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'capabilities' | 'reconnectCount' | 'eventGap'>;
  readonly notices: Notices;
  readonly graphs: Pick<GraphList, 'list' | 'open' | 'openId'>;
  readonly nextFrame: (callback: (time: number) => void) => void;
}

export const createGraphEditor = (options: GraphEditorOptions): GraphEditor => {
  const { session, notices, graphs, nextFrame } = options;
  const { client } = session;
  const { open, openId } = graphs;
  const activity = createExecutionActivity(nextFrame);
  const selection = signal(emptySelection);
  const view = signal<CanvasViewport>();
  const nodeIds = createNodeIdMap();
  /** The fragment that was last copied or pasted, together with its text. The next paste is placed beside it. */
  let clipboard: { readonly text: string; readonly fragment: GraphFragment } | undefined;

  const getCurrentFingerprint = (change: GraphChange): string | undefined => {
    const current = open.getState();
    return current && getConflictFingerprint({ nodeIds, ...current }, change);
  };
  const reportConflict = (change: GraphChange): void =>
    notices.showInfo(
      'Someone else has just changed the same. The page shows their change; yours was not made.',
      {
        label: 'Apply anyway',
        run: () => void performChange(change),
      },
    );
  const performSingle = (change: SingleGraphChange, onRejected: OnRejected, after: GraphState | undefined) =>
    open.edit(
      async (current) => {
        const { graph, ...outcome } = await applyChange({ client, nodeIds, ...current }, change);
        // select new nodes as soon as they appear, because a key that is pressed then refers to them
        if (outcome.nodeIds && current.graph.id === openId.peek())
          selection.value = { nodes: outcome.nodeIds, connections: [] };
        return { graph, outcome };
      },
      {
        getFingerprint: (current) => getConflictFingerprint({ nodeIds, ...current }, change),
        onConflict: () => reportConflict(change),
        onRejected,
        baseState: after,
      },
    );

  /**
   * Makes a change, which may consist of several steps.
   * @returns the change that undoes all completed steps, or `undefined` if no step was made or the change can't be
   * undone
   */
  const perform = async (
    change: GraphChange,
    onRejected: OnRejected,
    after?: GraphState,
  ): Promise<PerformedChange | undefined> => {
    if (change.kind !== 'all') {
      const { outcome, stateAfter } = (await performSingle(change, onRejected, after)) ?? {};
      return outcome?.undoChange && { inverse: outcome.undoChange, stateAfter };
    }
    const inverses: GraphChange[] = [];
    let latest = after;
    for (const child of change.changes) {
      const performed = await perform(child, onRejected, latest);
      if (!performed) break;
      inverses.unshift(performed.inverse);
      latest = performed.stateAfter;
      if (!latest) break;
    }
    return inverses.length > 0
      ? { inverse: { kind: 'all', changes: inverses }, stateAfter: latest }
      : undefined;
  };
  const performReversibly = async (
    change: GraphChange,
    onRejected?: OnRejected,
  ): Promise<UndoStep | undefined> => {
    const performed = await perform(change, onRejected);
    return (
      performed && {
        change: performed.inverse,
        fingerprintAfter: performed.stateAfter
          ? getConflictFingerprint({ nodeIds, ...performed.stateAfter }, performed.inverse)
          : '',
      }
    );
  };

  const histories = new Map<string | undefined, UndoHistory>();
  /** The open graph's history. Each graph has its own history, so that undo never affects another graph. */
  const history = computed(() => getOrCreate(histories, openId.value, () => createUndoHistory(applyStep)));
  const applyStep = async (
    { change, fingerprintAfter }: UndoStep,
    force: boolean,
  ): Promise<UndoStep | 'stale' | undefined> =>
    !force && getCurrentFingerprint(change) !== fingerprintAfter ? 'stale' : performReversibly(change);
  const enqueue = createSerialQueue();
  /**
   * Queues edits. An undo waits for the response to the previous edit, because this response says how to undo the edit.
   * An edit is dropped if another graph has been opened before its turn.
   */
  const runInOrder = <T>(edit: (target: UndoHistory) => Promise<T>): Promise<T | undefined> => {
    const target = history.peek();
    return enqueue(async () => {
      if (history.peek() === target) return edit(target);
      notices.showInfo('The last edit was dropped because another graph was opened first.');
      return undefined;
    });
  };
  const performChange = (change: GraphChange, onRejected?: OnRejected): Promise<void> =>
    runInOrder(async ({ add }) => {
      const step = await performReversibly(change, onRejected);
      if (step) add(step);
    });
  /** Performs undo or redo. If someone else has since changed what would be overwritten, the user is asked first. */
  const stepHistory = async (direction: 'undo' | 'redo'): Promise<void> => {
    if ((await runInOrder((target) => target[direction]())) !== 'stale') return;
    notices.showInfo(
      `Someone else has made a change since; this ${direction} would overwrite it. Nothing was changed.`,
      {
        label: `${direction === 'undo' ? 'Undo' : 'Redo'} anyway`,
        run: () => void runInOrder((target) => target[direction](true)),
      },
    );
  };

  const getSelectedFragment = (): GraphFragment | undefined => {
    const graph = open.detail.peek();
    const { nodes } = selection.peek();
    return graph && nodes.length > 0 ? extractFragment(graph, open.notes.peek(), nodes, 'among') : undefined;
  };
  const addCopy = async (fragment: GraphFragment | undefined): Promise<void> => {
    if (fragment)
      await performChange({
        kind: 'add',
        fragment: cloneFragment(moveFragment(fragment, pasteOffset, pasteOffset)),
        keepsNodeIds: false,
      });
  };
  const copy = (): string | undefined => {
    const fragment = getSelectedFragment();
    if (!fragment) return undefined;
    const text = serializeFragment(fragment);
    clipboard = { text, fragment };
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
    if (changes.length > 0) await performChange({ kind: 'all', changes });
  };

  const disposers = [
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
    change: performChange,
    undo: () => stepHistory('undo'),
    redo: () => stepHistory('redo'),
    addNode(category, { x, y } = view.peek()?.getCenter() ?? { x: 0, y: 0 }) {
      const point = { locationX: Math.round(x), locationY: Math.round(y) };
      const node = { key: 'new', category, ...point, values: {}, marks: [], note: undefined };
      return performChange({ kind: 'add', fragment: { nodes: [node], wires: [] }, keepsNodeIds: false });
    },
    async pressButton(portId) {
      const params = { portId };
      await notices.runAndReport(() =>
        client.request('PUT /api/ports/{portId}/value', { params, body: { value: true } }),
      );
    },
    suggest(type) {
      const list = discoveryListsByType[type];
      return list === undefined ? undefined : () => readDiscoveredNames(client, list).catch(() => []);
    },
    removeSelected,
    copy,
    async paste(text) {
      const isOwnCopy = text === undefined || text === clipboard?.text;
      const fragment = isOwnCopy ? clipboard?.fragment : parseFragment(text);
      if (!fragment) return;
      clipboard = {
        text: text ?? clipboard?.text ?? '',
        fragment: moveFragment(fragment, pasteOffset, pasteOffset),
      };
      await addCopy(fragment);
    },
    duplicate: () => addCopy(getSelectedFragment()),
    selectAll() {
      const { nodes = [], connections = [] } = open.detail.peek() ?? {};
      selection.value = { nodes: nodes.map(({ id }) => id), connections: connections.map(({ id }) => id) };
    },
    dispose() {
      for (const end of disposers) end();
    },
  };
};
