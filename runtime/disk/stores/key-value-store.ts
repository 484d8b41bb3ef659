import { type FileStore, renameByCopy } from '../file-store.ts';

/** A table of keys, as many hosts have one: the storage of a Durable Object as it is, others behind a few lines. */
export interface KeyValueTable {
  /** Undefined or null when there is no such key. */
  get(key: string): Promise<Uint8Array | undefined | null>;
  /** Replaces the value of a key as a whole, and keeps it once this has resolved. */
  put(key: string, value: Uint8Array): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** The entries whose keys begin with a prefix, by key. */
  list(options: { readonly prefix: string }): Promise<{ keys(): Iterable<string> }>;
}

/** Keeps each file under its path. @param prefix what the keys begin with, where the table has others too */
export const createKeyValueStore = (table: KeyValueTable, prefix = ''): FileStore => {
  const store: FileStore = {
    async list(folder) {
      const found = await table.list({ prefix: folder === '' ? prefix : `${prefix}${folder}/` });
      return [...found.keys()].map((key) => key.slice(prefix.length));
    },
    read: async (path) => (await table.get(prefix + path)) ?? undefined,
    write: async (path, content) => void (await table.put(prefix + path, content)),
    remove: async (path) => void (await table.delete(prefix + path)),
    rename: (from, to) => renameByCopy(store, from, to),
  };
  return store;
};
