/** Does something at once, and what is asked for meanwhile once more after a rest: how often it is asked makes no difference. */
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
