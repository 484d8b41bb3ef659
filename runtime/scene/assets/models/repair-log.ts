/** Collects the repairs made while loading a model. */
export interface RepairLog {
  /**
   * Logs one repair.
   * @param repair the kind of repair, with the same wording each time
   * @param pointer a JSON Pointer into the document
   */
  note(repair: string, pointer: string): void;
  /** Returns one line per kind of repair, with the first location and the number of further locations. */
  list(): string[];
}

export const createRepairLog = (): RepairLog => {
  const kinds = new Map<string, { readonly first: string; count: number }>();
  return {
    note(repair, pointer) {
      const kind = kinds.get(repair);
      if (kind) kind.count += 1;
      else kinds.set(repair, { first: pointer, count: 1 });
    },
    list: () =>
      Array.from(kinds, ([repair, { first, count }]) =>
        count === 1 ? `${repair} (${first})` : `${repair} (${first} and ${count - 1} more)`,
      ),
  };
};
