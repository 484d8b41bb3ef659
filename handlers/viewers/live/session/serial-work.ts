/**
 * Creates a queue that starts each piece of work after all earlier work is done. If work fails, only its own caller is
 * affected.
 */
export const createSerialQueue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
};

/**
 * Creates a function that runs work, but never twice at the same time. All requests during a run cause one further run,
 * because the current run started before these requests and so doesn't satisfy them.
 * @returns a function that requests a run, and resolves when this run is done
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
