/** Calls what a program has handed in: what fails there is the program's to see, and nobody else's to suffer from. */
export const callSafely = (call: () => void): void => {
  try {
    call();
  } catch (failure) {
    queueMicrotask(() => {
      throw failure;
    });
  }
};
