/** Collects the repairs made while loading a model. */
export interface RepairLog {
  /**
   * Logs one repair.
   * @param what the kind of repair, always worded the same
   * @param where JSON Pointer into the document
   */
  note(what: string, where: string): void;
  /** Returns one line per kind of repair, with the first location and the number of others. */
  list(): string[];
}

export const createRepairLog = (): RepairLog => {
  const kinds = new Map<string, { readonly first: string; count: number }>();
  return {
    note(what, where) {
      const kind = kinds.get(what);
      if (kind) kind.count += 1;
      else kinds.set(what, { first: where, count: 1 });
    },
    list: () =>
      Array.from(kinds, ([what, { first, count }]) =>
        count === 1 ? `${what} (${first})` : `${what} (${first} and ${count - 1} more)`,
      ),
  };
};
