/** @returns a function that tells whether it is called with a value for the first time */
export const createFirstLookupCheck = (): ((thing: string) => boolean) => {
  const seen = new Set<string>();
  return (thing) => {
    const isNew = !seen.has(thing);
    seen.add(thing);
    return isNew;
  };
};
