/** Makes a thing when it is first asked for, and the same one ever after. */
export const createLazy = <T>(make: () => T): (() => T) => {
  let made: { readonly thing: T } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
};
