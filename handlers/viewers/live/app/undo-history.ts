import { computed, type ReadonlySignal, signal } from '@preact/signals';

export type UndoOutcome = 'done' | 'failed' | 'stale';

/**
 * When the latest steps of a history were made, as numbers that grow with every step of any history; 0 if there is no
 * such step. By these, the page finds the history whose step is next.
 */
export interface UndoStamps {
  readonly edit: number;
  readonly undo: number;
  readonly redo: number;
}

/** The undo and redo stacks of edits that only the page can undo. */
export interface UndoHistory<Step> {
  readonly stamps: ReadonlySignal<UndoStamps>;
  /** Adds the step that undoes the latest edit, and clears the redo stack. */
  add(step: Step): void;
  /**
   * Undoes the last edit.
   * @param force whether to overwrite what someone else has changed since the edit
   * @returns whether the step was performed, or `stale` if someone else has changed what the step would overwrite; the
   * step can then be tried again
   */
  undo(force?: boolean): Promise<UndoOutcome>;
  redo(force?: boolean): Promise<UndoOutcome>;
}

interface StampedStep<Step> {
  readonly step: Step;
  readonly stamp: number;
}

const maxUndoSteps = 200;

let lastStamp = 0;
export const nextStamp = (): number => {
  lastStamp += 1;
  return lastStamp;
};

/**
 * Creates an undo history.
 * @param perform performs a step and returns its inverse. The result is `undefined` if the step was rejected and must
 * be dropped, or `stale` if someone else has changed what the step would overwrite, so that the step is kept
 */
export const createUndoHistory = <Step>(
  perform: (step: Step, force: boolean) => Promise<Step | 'stale' | undefined>,
): UndoHistory<Step> => {
  const undoable = signal<readonly StampedStep<Step>[]>([]);
  const redoable = signal<readonly StampedStep<Step>[]>([]);
  const editStamp = signal(0);

  const move = async (from: typeof undoable, to: typeof undoable, force: boolean): Promise<UndoOutcome> => {
    const last = from.value.at(-1);
    if (!last) return 'failed';
    from.value = from.value.slice(0, -1);
    const performed = await perform(last.step, force);
    if (performed === 'stale') from.value = [...from.value, last];
    else if (performed) to.value = [...to.value, { step: performed, stamp: nextStamp() }];
    return performed === 'stale' ? 'stale' : performed ? 'done' : 'failed';
  };

  return {
    stamps: computed(() => ({
      edit: editStamp.value,
      undo: undoable.value.at(-1)?.stamp ?? 0,
      redo: redoable.value.at(-1)?.stamp ?? 0,
    })),
    add(step) {
      editStamp.value = nextStamp();
      undoable.value = [...undoable.value, { step, stamp: editStamp.value }].slice(-maxUndoSteps);
      redoable.value = [];
    },
    undo: (force = false) => move(undoable, redoable, force),
    redo: (force = false) => move(redoable, undoable, force),
  };
};
