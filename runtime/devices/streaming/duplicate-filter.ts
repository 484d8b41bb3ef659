const maxRememberedIds = 2_000;

/** Returns a function that returns whether an id is new. It remembers the last 2,000 ids. */
export const createDuplicateFilter = (): ((id: string) => boolean) => {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    if (seen.size > maxRememberedIds) for (const oldest of seen.keys()) return seen.delete(oldest);
    return true;
  };
};
