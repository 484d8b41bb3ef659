/** @returns whether something is asked about for the first time */
export const createFirstLookupCheck = (): ((thing: string) => boolean) => {
  const known = new Set<string>();
  return (thing) => {
    const isNews = !known.has(thing);
    known.add(thing);
    return isNews;
  };
};
