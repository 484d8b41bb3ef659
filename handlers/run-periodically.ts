/** Repeats a task with a pause after each run. @returns a function that stops it and waits for the current run */
export const runPeriodically = (
  ms: number,
  work: () => Promise<void>,
  onFailure: (failure: unknown) => void,
): (() => Promise<void>) => {
  let ended = false;
  let timer: NodeJS.Timeout;
  let turn: Promise<void> = Promise.resolve();
  const begin = (): void => {
    turn = work().catch(onFailure).finally(rest);
  };
  const rest = (): void => {
    if (!ended) timer = setTimeout(begin, ms);
  };
  rest();
  return () => {
    ended = true;
    clearTimeout(timer);
    return turn;
  };
};
