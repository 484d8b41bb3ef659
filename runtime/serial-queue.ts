/** Makes pieces of asynchronous work wait for each other: each begins when the one before has ended, well or not. */
export const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
};
