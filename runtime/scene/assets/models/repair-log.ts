/** Collects the repairs made while loading a model. */
export const createRepairLog = () => {
  const kinds = new Map<string, { readonly first: string; count: number }>();
  return {
    /**
     * Logs one repair.
     * @param repair the kind of repair, with the same wording each time
     * @param pointer a JSON Pointer into the document
     */
    note(repair: string, pointer: string) {
      const kind = kinds.get(repair);
      if (kind) kind.count += 1;
      else kinds.set(repair, { first: pointer, count: 1 });
    },
    /** Returns one line per kind of repair, with the first location and the number of further locations. */
    list: (): string[] =>
      Array.from(kinds, ([repair, { first, count }]) =>
        count === 1 ? `${repair} (${first})` : `${repair} (${first} and ${count - 1} more)`,
      ),
  };
};

export type RepairLog = ReturnType<typeof createRepairLog>;
