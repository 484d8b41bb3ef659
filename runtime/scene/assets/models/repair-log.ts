/** The repairs made while reading a model. */
export interface RepairLog {
  /**
   * Notes one repair.
   * @param what sentence about this kind of repair, the same each time
   * @param where JSON pointer into the file's document
   */
  note(what: string, where: string): void;
  /** One line for each kind of repair, with the first place and the number of others. */
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
