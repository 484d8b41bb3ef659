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
