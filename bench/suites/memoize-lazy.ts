/** Creates a value on the first call, and returns the same one on later calls. */
export const createLazy = <T>(create: () => T): (() => T) => {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
};
