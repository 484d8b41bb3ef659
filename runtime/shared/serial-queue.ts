/**
 * Creates a queue for asynchronous work. Each task starts when the previous task has ended, even if that task failed.
 */
export const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task, task);
    last = result;
    return result;
  };
};
