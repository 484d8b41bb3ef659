import { type FileStore, isInsideFolder, renameByCopy } from '#runtime/shared/file-store.ts';

/**
 * Creates a store that keeps files in memory.
 * @param files the initial files, keyed by path
 */
export const createMemoryStore = (files: Readonly<Record<string, string | Uint8Array>> = {}): FileStore => {
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );
  const store: FileStore = {
    list: async (folder) => [...contents.keys()].filter((path) => isInsideFolder(folder, path)),
    read: async (path) => contents.get(path),
    write: async (path, content) => void contents.set(path, content),
    remove: async (path) => void contents.delete(path),
    rename: (from, to) => renameByCopy(store, from, to),
  };
  return store;
};
