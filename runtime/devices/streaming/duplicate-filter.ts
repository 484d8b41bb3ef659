const maxRememberedIds = 2_000;

/** Creates a function that returns whether an id is new. The function remembers the last 2,000 ids. */
export const createDuplicateFilter = (): ((id: string) => boolean) => {
  const recentIds = new Set<string>();
  return (id) => {
    if (recentIds.has(id)) return false;
    recentIds.add(id);
    if (recentIds.size > maxRememberedIds)
      for (const oldest of recentIds.keys()) return recentIds.delete(oldest);
    return true;
  };
};
