/** Returns a function that creates a value on its first call and returns the same value on every later call. */
export const lazy = <T>(create: () => T): (() => T) => {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};
