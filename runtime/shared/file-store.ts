/**
 * Stores the files of one project on hosts without folders: in memory, in browser storage, or in a key-value table.
 * Paths are relative and have forward slashes.
 */
export interface FileStore {
  /** Lists the paths of all files in a folder and its subfolders. The folder `''` contains all files. */
  list(folder: string): Promise<readonly string[]>;
  /** Reads a file; `undefined` when it doesn't exist. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file atomically. Readers see either the old or the new content, even after a crash. After the promise
   * has resolved, readers always see the new content.
   */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Removes a file. Does nothing when the file doesn't exist. */
  remove(path: string): Promise<void>;
  /**
   * Renames a file to an unused path. After a crash during the rename, at least one of the two files exists, possibly
   * both.
   */
  rename(from: string, to: string): Promise<void>;
}

/**
 * A key-value table of the host. The storage of a Durable Object already has this interface; other tables need a small
 * adapter.
 */
export interface KeyValueTable {
  /** Returns the value of a key; `undefined` or null when the key doesn't exist. */
  get(key: string): Promise<Uint8Array | undefined | null>;
  /** Replaces the value of a key atomically. The value is durable when the promise resolves. */
  put(key: string, value: Uint8Array): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Lists the entries whose keys start with a prefix, sorted by key. */
  list(options: { readonly prefix: string }): Promise<{ keys(): Iterable<string> }>;
}

/** Whether a file is in a folder or one of its subfolders. */
export const isInsideFolder = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

/**
 * Renames a file in a store that can only copy files.
 * @throws Error when the file doesn't exist, or the new path is in use
 */
export const renameByCopy = async (
  { read, write, remove }: Pick<FileStore, 'read' | 'write' | 'remove'>,
  from: string,
  to: string,
): Promise<void> => {
  const content = await read(from);
  if (!content) throw new Error(`there is no file '${from}'`);
  if (await read(to)) throw new Error('a file with that name already exists');
  await write(to, content);
  await remove(from);
};
