/** Calls a callback of the program. An error in it must not affect anything else. */
export const callSafely = (call: () => void): void => {
  try {
    call();
  } catch (failure) {
    queueMicrotask(() => {
      throw failure;
    });
  }
};
