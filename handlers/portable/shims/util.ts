/** Implements the parts of `node:util` that the service uses. */

/** Converts a function whose last argument is a callback to a function that returns a promise. */
export const promisify =
  <A extends readonly unknown[], T>(
    run: (...all: [...A, (failure: unknown, value: T) => void]) => void,
  ): ((...args: A) => Promise<T>) =>
  (...args) =>
    new Promise((resolve, reject) => {
      run(...args, (failure, value) => (failure ? reject(failure) : resolve(value)));
    });

type Fields = Readonly<Record<string, unknown>>;

export const isDeepStrictEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) => Object.hasOwn(b, name) && isDeepStrictEqual((a as Fields)[name], (b as Fields)[name]),
    )
  );
};
