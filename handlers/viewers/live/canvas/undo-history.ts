import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { GraphChange } from './changes/graph-change.ts';

/** A step that undoes or redoes an edit. */
export interface UndoStep {
  readonly change: GraphChange;
  /** The conflict fingerprint right after the edit. */
  readonly fingerprintAfter: string;
}

type UndoOutcome = 'done' | 'failed' | 'stale';

/** The undo and redo stacks of a graph. */
export interface UndoHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Adds the step that undoes an edit just made, and clears redo. */
  add(step: UndoStep): void;
  /**
   * @param force whether to overwrite what someone else has changed since
   * @returns whether the step was performed; `stale` if someone else has changed what it would overwrite: it can be tried
   * again
   */
  undo(force?: boolean): Promise<UndoOutcome>;
  redo(force?: boolean): Promise<UndoOutcome>;
}

/** Most edits that can be undone. */
const maxUndoSteps = 200;

/**
 * @param perform performs a step and returns its inverse; undefined if the step was rejected and is dropped; `stale` if
 * someone else has changed what it would overwrite, so that it is kept
 */
export const createUndoHistory = (
  perform: (step: UndoStep, force: boolean) => Promise<UndoStep | 'stale' | undefined>,
): UndoHistory => {
  const undoable = signal<readonly UndoStep[]>([]);
  const redoable = signal<readonly UndoStep[]>([]);

  const move = async (from: typeof undoable, to: typeof undoable, force: boolean): Promise<UndoOutcome> => {
    const step = from.value.at(-1);
    if (!step) return 'failed';
    from.value = from.value.slice(0, -1);
    const performed = await perform(step, force);
    if (performed === 'stale') from.value = [...from.value, step];
    else if (performed) to.value = [...to.value, performed];
    return performed === 'stale' ? 'stale' : performed ? 'done' : 'failed';
  };

  return {
    canUndo: computed(() => undoable.value.length > 0),
    canRedo: computed(() => redoable.value.length > 0),
    add(step) {
      undoable.value = [...undoable.value, step].slice(-maxUndoSteps);
      redoable.value = [];
    },
    undo: (force = false) => move(undoable, redoable, force),
    redo: (force = false) => move(redoable, undoable, force),
  };
};
