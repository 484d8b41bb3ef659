import { computed, type ReadonlySignal } from '@preact/signals';
import { createSerialQueue } from '../session/store-helpers.ts';
import type { Notices } from './notice-store.ts';
import type { UndoOutcome, UndoStamps } from './undo-history.ts';

/** Something whose edits can be undone: the open graph, or the scene. */
export interface EditSource {
  readonly stamps: ReadonlySignal<UndoStamps>;
  /** Waits until the edits before are in the history, or were refused. */
  settle(): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/**
 * The edits of the whole page in the order in which they were made. Undo and redo wait for everything before them, so
 * that keys can be pressed faster than the service answers.
 */
export interface EditHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Undoes the latest edit, wherever it was made. */
  undo(): Promise<void>;
  redo(): Promise<void>;
}

const getLatest = (sources: readonly EditSource[], direction: 'undo' | 'redo'): EditSource | undefined => {
  let latest: EditSource | undefined;
  for (const source of sources) {
    const stamp = source.stamps.value[direction];
    if (stamp > (latest?.stamps.value[direction] ?? 0)) latest = source;
  }
  return latest;
};

export const createEditHistory = (sources: readonly EditSource[]): EditHistory => {
  const undoable = computed(() => getLatest(sources, 'undo'));
  const redoable = computed(() => {
    const latest = getLatest(sources, 'redo');
    const lastEdit = Math.max(...sources.map(({ stamps }) => stamps.value.edit));
    // an edit of one source also ends what could be redone in the others
    return latest && latest.stamps.value.redo > lastEdit ? latest : undefined;
  });
  const enqueue = createSerialQueue();
  const step = (direction: 'undo' | 'redo', next: ReadonlySignal<EditSource | undefined>): Promise<void> =>
    enqueue(async () => {
      await Promise.all(sources.map((source) => source.settle()));
      await next.peek()?.[direction]();
    });
  return {
    canUndo: computed(() => undoable.value !== undefined),
    canRedo: computed(() => redoable.value !== undefined),
    undo: () => step('undo', undoable),
    redo: () => step('redo', redoable),
  };
};

/**
 * Performs undo or redo. If someone else has since changed what would be overwritten, nothing happens, and a notice
 * offers to overwrite it.
 */
export const performUndo = async (
  direction: 'undo' | 'redo',
  step: (force: boolean) => Promise<UndoOutcome | undefined>,
  notices: Pick<Notices, 'showInfo'>,
): Promise<void> => {
  if ((await step(false)) === 'stale')
    offerToOverwrite(direction, 'Someone else has made a change since', () => void step(true), notices);
};

/**
 * Says why an undo or redo was not performed, and offers to perform it nevertheless.
 * @param change what it would overwrite, as a sentence without its full stop
 */
export const offerToOverwrite = (
  direction: 'undo' | 'redo',
  change: string,
  run: () => void,
  notices: Pick<Notices, 'showInfo'>,
): void =>
  notices.showInfo(`${change}; this ${direction} would overwrite it. Nothing was changed.`, {
    label: `${direction === 'undo' ? 'Undo' : 'Redo'} anyway`,
    isDecision: true,
    run,
  });
