/** Resolves after so many milliseconds, and keeps no process alive for that. */
export const delay = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
