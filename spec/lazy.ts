/** A value that is made when it is first asked for, and once. */
export const lazy = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
