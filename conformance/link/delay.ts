/** Resolves after a number of milliseconds, without keeping the process alive. */
export const delay = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
