import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { GraphChange } from './changes/graph-change.ts';

/** What takes an edit back. */
export interface UndoStep {
  readonly change: GraphChange;
  /** What it will overwrite, as the edit left it. */
  readonly fingerprintAfter: string;
}

type UndoOutcome = 'made' | 'refused' | 'stale';

/** What can be taken back, and made again. */
export interface UndoHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Keeps what takes an edit back that was just made. Nothing can be made again then. */
  add(step: UndoStep): void;
  /**
   * @param isForced whether it is made over what somebody else has edited since
   * @returns whether it was made; `stale` where somebody else has edited what it would overwrite: it can be tried again
   */
  undo(isForced?: boolean): Promise<UndoOutcome>;
  redo(isForced?: boolean): Promise<UndoOutcome>;
}

/** Most edits that can be taken back. */
const maxUndoSteps = 200;

/**
 * @param make makes a step, and answers what takes it back; undefined where it was refused, and is forgotten; `stale` where somebody else
 * has edited what it would overwrite, and it is kept
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
