/**
 * Creates a function that starts the work immediately. Requests during the work, or during the pause after it, cause
 * only one further run.
 */
export const createThrottle = (work: () => Promise<void>, pause: () => Promise<void>): (() => void) => {
  let isRequested = false;
  let isBusy = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (isRequested) {
      isRequested = false;
      await work();
      await pause();
    }
    isBusy = false;
  };
  return () => {
    isRequested = true;
    if (!isBusy) void run();
  };
};
