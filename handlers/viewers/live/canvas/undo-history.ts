import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { GraphChange } from './changes/graph-change.ts';

/** A step that undoes or redoes an edit. */
export interface UndoStep {
  readonly change: GraphChange;
  /** The conflict fingerprint right after the edit. */
  readonly fingerprintAfter: string;
}

type UndoOutcome = 'made' | 'refused' | 'stale';

/** The undo and redo stacks of a graph. */
export interface UndoHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Adds the step that undoes an edit just made, and clears redo. */
  add(step: UndoStep): void;
  /**
   * @param isForced whether to overwrite what someone else has changed since
   * @returns whether the step was made; `stale` if someone else has changed what it would overwrite: it can be tried
   * again
   */
  undo(isForced?: boolean): Promise<UndoOutcome>;
  redo(isForced?: boolean): Promise<UndoOutcome>;
}

/** Most edits that can be undone. */
const maxUndoSteps = 200;

/**
 * @param make makes a step and returns its inverse; undefined if the step was rejected and is dropped; `stale` if
 * someone else has changed what it would overwrite, so that it is kept
 */
export const createUndoHistory = (
  make: (step: UndoStep, isForced: boolean) => Promise<UndoStep | 'stale' | undefined>,
): UndoHistory => {
  const done = signal<readonly UndoStep[]>([]);
  const undone = signal<readonly UndoStep[]>([]);

  const move = async (from: typeof done, to: typeof done, isForced: boolean): Promise<UndoOutcome> => {
    const step = from.value.at(-1);
    if (!step) return 'refused';
    from.value = from.value.slice(0, -1);
    const made = await make(step, isForced);
    if (made === 'stale') from.value = [...from.value, step];
    else if (made) to.value = [...to.value, made];
    return made === 'stale' ? 'stale' : made ? 'made' : 'refused';
  };

  return {
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    add(step) {
      done.value = [...done.value, step].slice(-maxUndoSteps);
      undone.value = [];
    },
    undo: (isForced = false) => move(done, undone, isForced),
    redo: (isForced = false) => move(undone, done, isForced),
  };
};
