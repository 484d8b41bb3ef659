/** What a program has made in a server that is to be as it was before. */
interface CleanupList {
  /** @returns a function to call when it is gone already */
  add(remove: () => Promise<unknown>): () => void;
  /** Removes everything, what was made last first. @throws the first failure, after all else is removed */
  clear(): Promise<void>;
}

export const createCleanupList = (): CleanupList => {
  const removals: (() => Promise<unknown>)[] = [];
  return {
    add(remove) {
      removals.unshift(remove);
      return () => void removals.splice(removals.indexOf(remove), 1);
    },
    async clear() {
      const failures: unknown[] = [];
      for (const remove of removals.splice(0)) await remove().catch((failure) => failures.push(failure));
      if (failures.length > 0) throw failures[0];
    },
  };
};
