/** Creates a function that returns true only the first time it is called with a given key. */
export const createFirstLookupCheck = (): ((key: string) => boolean) => {
  const seen = new Set<string>();
  return (key) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
};
