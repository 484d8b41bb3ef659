/** Collects the actions that remove what a program has created on a server. */
interface CleanupList {
  /**
   * Adds an action that removes an item.
   * @returns a function to call if the item has already been removed in another way
   */
  add(remove: () => Promise<unknown>): () => void;
  /**
   * Removes all items in reverse order.
   * @throws the first failure, after trying to remove the remaining items
   */
  clear(): Promise<void>;
}

export const createCleanupList = (): CleanupList => {
  const cleanups: (() => Promise<unknown>)[] = [];
  return {
    add(remove) {
      cleanups.unshift(remove);
      return () => void cleanups.splice(cleanups.indexOf(remove), 1);
    },
    async clear() {
      const failures: unknown[] = [];
      for (const remove of cleanups.splice(0)) await remove().catch((failure) => failures.push(failure));
      if (failures.length > 0) throw failures[0];
    },
  };
};
