/** @returns a function that tells whether it is called with a value for the first time */
export const createFirstLookupCheck = (): ((thing: string) => boolean) => {
  const known = new Set<string>();
  return (thing) => {
    const isNews = !known.has(thing);
    known.add(thing);
    return isNews;
  };
};
