/** @returns a function that tells whether it is called with a value for the first time */
export const createFirstLookupCheck = (): ((key: string) => boolean) => {
  const seen = new Set<string>();
  return (key) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
};
