/** @throws Error when it takes longer than these milliseconds, with what did not come */
export const withTimeout = async <T>(milliseconds: number, promise: Promise<T>, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = milliseconds / 1_000;
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${seconds} s`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
