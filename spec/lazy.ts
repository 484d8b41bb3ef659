/** Returns a function that creates a value on its first call and then returns it. */
export const lazy = <T>(create: () => T): (() => T) => {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: create() };
    return cached.value;
  };
};
