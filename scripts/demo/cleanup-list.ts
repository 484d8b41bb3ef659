/** Actions that remove what a program has created on a server. */
interface CleanupList {
  /** @returns a function to call when the item has been removed otherwise */
  add(remove: () => Promise<unknown>): () => void;
  /**
   * Removes everything in reverse order.
   * @throws the first failure, after trying to remove the rest
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
