/** Creates a value on the first call, and returns the same one on later calls. */
export const createLazy = <T>(make: () => T): (() => T) => {
  let made: { readonly thing: T } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
};
