import { type FileStore, isInsideFolder, renameByCopy } from '#runtime/shared/file-store.ts';

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
