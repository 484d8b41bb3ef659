/** Steps that take back what was done, in reverse. */
export interface UndoLog {
  add(step: () => void): void;
}

/** Runs work of several steps; when a later one fails, everything before it is taken back. */
export const allOrNothing = <T>(work: (undo: UndoLog) => T): T => {
  const steps: (() => void)[] = [];
  try {
    return work({ add: (step) => steps.push(step) });
  } catch (failure) {
    for (let step = steps.pop(); step; step = steps.pop()) step();
    throw failure;
  }
};
