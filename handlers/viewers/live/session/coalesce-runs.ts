/**
 * Runs work one at a time. All requests during a run cause one further run, because a run that started before a request
 * does not satisfy it.
 * @returns a function that requests a run and resolves when it is done
 */
export const coalesceRuns = (work: () => Promise<void>): (() => Promise<void>) => {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (next) return next;
    if (!current) return start();
    next = current.then(start, start);
    return next;
  };
};
