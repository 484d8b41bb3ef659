/** Runs the work at once. Requests during the work or the pause after it cause a single further run. */
export const createThrottle = (work: () => Promise<void>, rest: () => Promise<void>): (() => void) => {
  let isWanted = false;
  let isBusy = false;
  const go = async (): Promise<void> => {
    isBusy = true;
    while (isWanted) {
      isWanted = false;
      await work();
      await rest();
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void go();
  };
};
