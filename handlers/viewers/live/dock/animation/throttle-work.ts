/** Runs the work at once. Requests during the work or the pause after it cause a single further run. */
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
