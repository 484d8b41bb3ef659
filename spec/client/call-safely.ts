/** Calls one of the program's callbacks. An error in the callback must not affect anything else. */
export const callSafely = (call: () => void): void => {
  try {
    call();
  } catch (failure) {
    queueMicrotask(() => {
      throw failure;
    });
  }
};
