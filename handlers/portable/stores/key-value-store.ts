import { type FileStore, type KeyValueTable, renameByCopy } from '#runtime/shared/file-store.ts';

/**
 * Creates a store that keeps each file under its path as the key.
 * @param prefix a prefix for all keys, for tables that also contain other data
 */
export const createKeyValueStore = (table: KeyValueTable, prefix = ''): FileStore => {
  const store: FileStore = {
    async list(folder) {
      const entries = await table.list({ prefix: folder === '' ? prefix : `${prefix}${folder}/` });
      return [...entries.keys()].map((key) => key.slice(prefix.length));
    },
    read: async (path) => (await table.get(prefix + path)) ?? undefined,
    write: async (path, content) => void (await table.put(prefix + path, content)),
    remove: async (path) => void (await table.delete(prefix + path)),
    rename: (from, to) => renameByCopy(store, from, to),
  };
  return store;
};
