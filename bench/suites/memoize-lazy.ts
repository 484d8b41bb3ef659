/** Creates a function that computes a value on its first call, and returns the same value on later calls. */
export const createLazy = <T>(create: () => T): (() => T) => {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
};
