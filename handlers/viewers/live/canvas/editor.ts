import { computed, effect, signal } from '@preact/signals';
import { oneByOne } from '../session/one-by-one.ts';
import { createActivity } from './activity.ts';
import { make } from './changes/make.ts';
import { createNames } from './changes/names.ts';
import { asCopy, pieceOf, shift } from './changes/piece.ts';
import { stakeOf } from './changes/stake.ts';
import { wiresNamed } from './changes/wires.ts';
import { pieceIn, textOf } from './clipboard.ts';
import { followActivity } from './follow-activity.ts';
import { createHistory } from './history.ts';
import { createSuggestions } from './suggestions.ts';
import { createTrial } from './wiring/trial.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { Graphs } from '../graphs/graphs.ts';
import type { Stand } from '../graphs/graph-facts.ts';
import type { OpenGraph } from '../graphs/open-graph.ts';
import type { Session } from '../session/session.ts';
import type { Activity } from './activity.ts';
import type { Change, Piece, SingleChange } from './changes/change.ts';
import type { History, Step } from './history.ts';
import type { Trial } from './wiring/trial.ts';

/** What is selected on the canvas, by id. */
export interface Selection {
  readonly nodes: readonly string[];
  readonly wires: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the reader sees of the canvas. */
export interface View {
  /** Where what is added without a place of its own goes. */
  middle(): Point;
  /** Brings a node into sight, and the focus to it. */
  show(nodeId: string): void;
  /** Brings everything into sight. */
  fit(): void;
}

/** Edits the open graph. */
export interface Editor extends Pick<OpenGraph, 'detail' | 'notes'> {
  readonly activity: Activity;
  readonly trial: Trial;
  readonly selection: Signal<Selection>;
  /** Undefined while no canvas is drawn. */
  readonly view: Signal<View | undefined>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly canPaste: ReadonlySignal<boolean>;
  /**
   * Makes a change that can be taken back. Nodes that it brings are selected.
   * @param refused told why the service refused, in place of a notice
   */
  change(change: Change, refused?: (failure: unknown) => void): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Adds a node of a type, in the middle of what is seen unless it is told where. */
  addNode(category: string, place?: Point): Promise<void>;
  /** Presses a Button. */
  press(portId: string): Promise<void>;
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
interface Copied {
  readonly text: string;
  readonly piece: Piece;
}

/** Told why the service refused; a notice tells it when undefined. */
type Refused = ((failure: unknown) => void) | undefined;

interface Performed {
  readonly inverse: Change;
  /** Undefined when it could not be read. */
  readonly left: Stand | undefined;
}

/** How far beside its original a copy is put. */
const copyGap = 40;

const nothing: Selection = { nodes: [], wires: [] };

interface Surroundings {
  readonly session: Pick<Session, 'client' | 'hub' | 'offer' | 'returns' | 'gap'>;
  readonly notices: Notices;
  readonly graphs: Pick<Graphs, 'list' | 'open' | 'openId'>;
  readonly nextFrame: (draw: (time: number) => void) => void;
}

export const createEditor = ({ session, notices, graphs, nextFrame }: Surroundings): Editor => {
  const { client } = session;
  const { open, openId } = graphs;
  const activity = createActivity(nextFrame);
  const selection = signal(nothing);
  const view = signal<View>();
  const clipboard = signal<Copied>();
  const names = createNames();

  const stakeNow = (change: Change): string | undefined => {
    const stand = open.shown();
    return stand && stakeOf({ names, ...stand }, change);
  };
  const tellOvertaken = (change: Change): void =>
    notices.say('Somebody else has just edited the same. Theirs is shown, and yours was not made.', {
      label: 'Make it all the same',
      go: () => void makeChange(change),
    });
  const makeSingle = (change: SingleChange, refused: Refused, after: Stand | undefined) =>
    open.edit(
      async (stand) => {
        const { graph, ...outcome } = await make({ client, names, ...stand }, change);
        // a key that is pressed as soon as new nodes are seen means them
        if (outcome.nodeIds && stand.graph.id === openId.peek())
          selection.value = { nodes: outcome.nodeIds, wires: [] };
        return { graph, outcome };
      },
      {
        stake: (stand) => stakeOf({ names, ...stand }, change),
        overtaken: () => tellOvertaken(change),
        refused,
        after,
      },
    );

  /** @returns what takes back all that was made; undefined where nothing was, or it cannot be taken back */
  const perform = async (change: Change, refused: Refused, after?: Stand): Promise<Performed | undefined> => {
    if (change.kind !== 'all') {
      const { outcome, left } = (await makeSingle(change, refused, after)) ?? {};
      return outcome?.inverse && { inverse: outcome.inverse, left };
    }
    const inverses: Change[] = [];
    let left = after;
    for (const part of change.changes) {
      const made = await perform(part, refused, left);
      if (!made) break;
      inverses.unshift(made.inverse);
      left = made.left;
      if (!left) break;
    }
    return inverses.length > 0 ? { inverse: { kind: 'all', changes: inverses }, left } : undefined;
  };
  const stepBack = async (change: Change, refused?: Refused): Promise<Step | undefined> => {
    const made = await perform(change, refused);
    return (
      made && { change: made.inverse, left: made.left ? stakeOf({ names, ...made.left }, made.inverse) : '' }
    );
  };

  const histories = new Map<string | undefined, History>();
  /** Each graph has its own: what was done in one is not taken back in another. */
  const history = computed(() => {
    const known = histories.get(openId.value) ?? createHistory((step, isForced) => makeStep(step, isForced));
    histories.set(openId.value, known);
    return known;
  });
  const makeStep = async ({ change, left }: Step, isForced: boolean): Promise<Step | 'stale' | undefined> =>
    !isForced && stakeNow(change) !== left ? 'stale' : stepBack(change);
  const oneBehindTheOther = oneByOne();
  /** What is seen as made is taken back only once its answer has told how, and in its own graph. */
  const inOrder = <T>(edit: (own: History) => Promise<T>): Promise<T | undefined> => {
    const own = history.peek();
    return oneBehindTheOther(async () => {
      if (history.peek() === own) return edit(own);
      notices.say('Another graph was opened before the last edit was made. It was not made.');
      return undefined;
    });
  };
  const makeChange = (wanted: Change, refused?: Refused): Promise<void> =>
    inOrder(async ({ add }) => {
      const step = await stepBack(wanted, refused);
      if (step) add(step);
    });
  /** Takes nothing back unasked that somebody else has edited since. */
  const move = async (way: 'undo' | 'redo'): Promise<void> => {
    if ((await inOrder((own) => own[way]())) !== 'stale') return;
    notices.say(`Somebody else has edited since what this would ${way}. Nothing was changed.`, {
      label: `${way === 'undo' ? 'Undo' : 'Redo'} all the same`,
      go: () => void inOrder((own) => own[way](true)),
    });
  };

  const selectedPiece = (): Piece | undefined => {
    const graph = open.detail.peek();
    const { nodes } = selection.peek();
    return graph && nodes.length > 0 ? pieceOf(graph, open.notes.peek(), nodes, 'among') : undefined;
  };
  const addCopy = async (piece: Piece | undefined): Promise<void> => {
    if (piece)
      await makeChange({ kind: 'add', piece: asCopy(shift(piece, copyGap, copyGap)), restores: false });
  };
  const copy = (): string | undefined => {
    const piece = selectedPiece();
    if (!piece) return undefined;
    const text = textOf(piece);
    clipboard.value = { text, piece };
    return text;
  };
  const removeSelected = async (): Promise<void> => {
    const graph = open.detail.peek();
    const { nodes, wires } = selection.peek();
    if (!graph) return;
    const changes: Change[] = [];
    if (wires.length > 0) changes.push({ kind: 'wires', cut: wiresNamed(graph, wires), join: [] });
    if (nodes.length > 0) changes.push({ kind: 'remove', nodeIds: nodes });
    selection.value = nothing;
    if (changes.length > 0) await makeChange({ kind: 'all', changes });
  };

  const endings = [
    followActivity(session, graphs, activity),
    effect(() => {
      void openId.value;
      selection.value = nothing;
    }),
  ];

  return {
    detail: open.detail,
    notes: open.notes,
    activity,
    trial: createTrial({ session, detail: open.detail }),
    selection,
    view,
    canUndo: computed(() => history.value.canUndo.value),
    canRedo: computed(() => history.value.canRedo.value),
    canPaste: computed(() => clipboard.value !== undefined),
    change: makeChange,
    undo: () => move('undo'),
    redo: () => move('redo'),
    addNode(category, { x, y } = view.peek()?.middle() ?? { x: 0, y: 0 }) {
      const place = { locationX: Math.round(x), locationY: Math.round(y) };
      const node = { key: 'new', category, ...place, values: {}, marks: [], note: undefined };
      return makeChange({ kind: 'add', piece: { nodes: [node], wires: [] }, restores: false });
    },
    async press(portId) {
      const params = { portId };
      await notices.attempt(() =>
        client.request('PUT /api/ports/{portId}/value', { params, body: { value: true } }),
      );
    },
    suggest: createSuggestions(session),
    removeSelected,
    copy,
    async paste(text) {
      const last = clipboard.peek();
      const isLast = text === undefined || text === last?.text;
      const piece = isLast ? last?.piece : pieceIn(text);
      if (!piece) return;
      clipboard.value = { text: text ?? last?.text ?? '', piece: shift(piece, copyGap, copyGap) };
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
