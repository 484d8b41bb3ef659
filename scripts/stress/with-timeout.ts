/**
 * Rejects if a promise takes too long.
 * @throws Error that names what did not happen in time
 */
export const withTimeout = async <T>(
  milliseconds: number,
  promise: Promise<T>,
  description: string,
): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const seconds = milliseconds / 1_000;
    timer = setTimeout(
      () => reject(new Error(`timed out after ${seconds} s waiting for ${description}`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
