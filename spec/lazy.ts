/** Returns a function that creates a value on its first call and then returns it. */
export const lazy = <T>(make: () => T): (() => T) => {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
};
