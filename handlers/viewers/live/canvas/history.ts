import { computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Change } from './changes/change.ts';

/** What can be taken back, and made again. */
export interface History {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Keeps what takes an edit back that was just made. Nothing can be made again then. */
  add(inverse: Change): void;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/** Most edits that can be taken back. */
const depth = 200;

/** @param make makes a change, and answers what takes it back; undefined where it was refused, and is forgotten */
export const createHistory = (make: (change: Change) => Promise<Change | undefined>): History => {
  const done = signal<readonly Change[]>([]);
  const undone = signal<readonly Change[]>([]);

  const move = async (from: typeof done, to: typeof done): Promise<void> => {
    const change = from.value.at(-1);
    if (!change) return;
    from.value = from.value.slice(0, -1);
    const inverse = await make(change);
    if (inverse) to.value = [...to.value, inverse];
  };

  return {
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    add(inverse) {
      done.value = [...done.value, inverse].slice(-depth);
      undone.value = [];
    },
    undo: () => move(done, undone),
    redo: () => move(undone, done),
  };
};
