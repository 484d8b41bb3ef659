/**
 * Repeats a task, with a pause after each run.
 * @returns a function that stops the task and waits for the current run
 */
export const runPeriodically = (
  ms: number,
  task: () => Promise<void>,
  onFailure: (failure: unknown) => void,
): (() => Promise<void>) => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let currentRun: Promise<void> = Promise.resolve();
  const run = (): void => {
    currentRun = task().catch(onFailure).finally(scheduleNext);
  };
  const scheduleNext = (): void => {
    if (!isStopped) timer = setTimeout(run, ms);
  };
  scheduleNext();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    return currentRun;
  };
};
