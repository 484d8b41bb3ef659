import { type FileStore, isInsideFolder, type KeyValueTable, renameByCopy } from './file-store.ts';

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

/** A directory handle in a browser, for example from `navigator.storage.getDirectory()`. */
type IterableDirectoryHandle = FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemHandle]>;

const isNotFoundError = (failure: unknown): boolean =>
  failure instanceof DOMException &&
  (failure.name === 'NotFoundError' || failure.name === 'TypeMismatchError');

/** Returns `undefined` for a not-found error, and rethrows any other error. */
const ignoreNotFound = (failure: unknown): undefined => {
  if (isNotFoundError(failure)) return undefined;
  throw failure;
};

/** Creates a store that keeps files in a browser directory. Closing a writable stream replaces its file atomically. */
export const createDirectoryStore = (root: FileSystemDirectoryHandle): FileStore => {
  /** Returns the handle of the directory that contains a path's file, and the name of the file. */
  const resolve = async (path: string, create: boolean) => {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const segment of names) folder = await folder.getDirectoryHandle(segment, { create });
    return { folder, name };
  };
  const listFiles = async (folder: FileSystemDirectoryHandle, path: string): Promise<string[]> => {
    const paths: string[] = [];
    for await (const [name, entry] of folder as IterableDirectoryHandle) {
      const location = path === '' ? name : `${path}/${name}`;
      if (entry.kind === 'file') paths.push(location);
      else paths.push(...(await listFiles(entry as FileSystemDirectoryHandle, location)));
    }
    return paths;
  };

  const store: FileStore = {
    async list(folder) {
      const paths = await listFiles(root, '');
      return paths.filter((path) => isInsideFolder(folder, path));
    },
    async read(path) {
      const location = await resolve(path, false).catch(ignoreNotFound);
      const handle = await location?.folder.getFileHandle(location.name).catch(ignoreNotFound);
      return handle && new Uint8Array(await (await handle.getFile()).arrayBuffer());
    },
    async write(path, content) {
      const { folder, name } = await resolve(path, true);
      const handle = await folder.getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      await stream.write(new Uint8Array(content));
      await stream.close();
    },
    async remove(path) {
      const location = await resolve(path, false).catch(ignoreNotFound);
      await location?.folder.removeEntry(location.name).catch(ignoreNotFound);
    },
    rename: (from, to) => renameByCopy(store, from, to),
  };
  return store;
};
