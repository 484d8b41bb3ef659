import { type FileStore, isInsideFolder, renameByCopy } from '../file-store.ts';

/** A directory handle in a browser, for example from `navigator.storage.getDirectory()`. */
type IterableDirectoryHandle = FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemHandle]>;

const isNotFoundError = (failure: unknown): boolean =>
  failure instanceof DOMException &&
  (failure.name === 'NotFoundError' || failure.name === 'TypeMismatchError');

/** Returns undefined for a not-found error, and rethrows any other. */
const ignoreNotFound = (failure: unknown): undefined => {
  if (isNotFoundError(failure)) return undefined;
  throw failure;
};

/** Stores files in a browser directory. Closing a writable stream replaces its file atomically. */
export const createDirectoryStore = (root: FileSystemDirectoryHandle): FileStore => {
  /** Returns the directory handle for a path, and the name of the file in it. */
  const placeOf = async (path: string, create: boolean) => {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const each of names) folder = await folder.getDirectoryHandle(each, { create });
    return { folder, name };
  };
  const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const [name, entry] of folder as IterableDirectoryHandle) {
      const place = path === '' ? name : `${path}/${name}`;
      if (entry.kind === 'file') found.push(place);
      else found.push(...(await walk(entry as FileSystemDirectoryHandle, place)));
    }
    return found;
  };

  const store: FileStore = {
    async list(folder) {
      const paths = await walk(root, '');
      return paths.filter((path) => isInsideFolder(folder, path));
    },
    async read(path) {
      const place = await placeOf(path, false).catch(ignoreNotFound);
      const handle = await place?.folder.getFileHandle(place.name).catch(ignoreNotFound);
      return handle && new Uint8Array(await (await handle.getFile()).arrayBuffer());
    },
    async write(path, content) {
      const { folder, name } = await placeOf(path, true);
      const handle = await folder.getFileHandle(name, { create: true });
      const stream = await handle.createWritable();
      await stream.write(new Uint8Array(content));
      await stream.close();
    },
    async remove(path) {
      const place = await placeOf(path, false).catch(ignoreNotFound);
      await place?.folder.removeEntry(place.name).catch(ignoreNotFound);
    },
    rename: (from, to) => renameByCopy(store, from, to),
  };
  return store;
};
