import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { GraphChange } from './changes/graph-change.ts';

export interface UndoStep {
  readonly change: GraphChange;
  /** The conflict fingerprint of the graph's state immediately after the edit. */
  readonly fingerprintAfter: string;
}

type UndoOutcome = 'done' | 'failed' | 'stale';

/** The undo and redo stacks of one graph. */
export interface UndoHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Adds the step that undoes the latest edit, and clears the redo stack. */
  add(step: UndoStep): void;
  /**
   * Undoes the last edit.
   * @param force whether to overwrite what someone else has changed since the edit
   * @returns whether the step was performed, or `stale` if someone else has changed what the step would overwrite; the
   * step can then be tried again
   */
  undo(force?: boolean): Promise<UndoOutcome>;
  /** Whether the given step is the one that would be undone next. */
  isNext(step: UndoStep): boolean;
  redo(force?: boolean): Promise<UndoOutcome>;
}

const maxUndoSteps = 200;

/**
 * Creates a graph's undo history.
 * @param perform performs a step and returns its inverse. The result is `undefined` if the step was rejected and must
 * be dropped, or `stale` if someone else has changed what the step would overwrite, so that the step is kept
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
    isNext: (step) => undoable.value.at(-1) === step,
    undo: (force = false) => move(undoable, redoable, force),
    redo: (force = false) => move(redoable, undoable, force),
  };
};
