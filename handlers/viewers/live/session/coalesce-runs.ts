/**
 * Does work one at a time. Asked for while it is under way, it is done once more, however often it is asked for: what began before
 * the question does not answer it. @returns asks for it, and resolves when it has been done
 */
export const coalesceRuns = (work: () => Promise<void>): (() => Promise<void>) => {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (next) return next;
    if (!current) return begin();
    next = current.then(begin, begin);
    return next;
  };
};
