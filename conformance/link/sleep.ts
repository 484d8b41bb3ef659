/** Resolves after the given number of milliseconds. The timer does not keep the process alive. */
export const delay = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
