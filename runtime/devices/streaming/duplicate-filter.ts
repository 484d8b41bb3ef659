const maxRememberedIds = 2_000;

/** Returns whether an id is new. Remembers the latest 2,000. */
export const createDuplicateFilter = (): ((id: string) => boolean) => {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    if (seen.size > maxRememberedIds) for (const oldest of seen.keys()) return seen.delete(oldest);
    return true;
  };
};
