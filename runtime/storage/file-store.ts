/**
 * Stores the files of one project on hosts without folders: in memory, in browser storage, or in a key-value table.
 * Paths are relative, with forward slashes.
 */
export interface FileStore {
  /** Lists the paths of all files in a folder and its subfolders. The folder `''` has all files. */
  list(folder: string): Promise<readonly string[]>;
  /** Returns undefined when there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file atomically. Readers see either the old or the new content, even after a crash, and always the new
   * content after the promise has resolved.
   */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
  /**
   * Renames a file to an unused path. After a crash during the rename, at least one of the two files exists, and maybe
   * both.
   */
  rename(from: string, to: string): Promise<void>;
}

/** A key-value table of the host. The storage of a Durable Object has this interface; others need a small adapter. */
export interface KeyValueTable {
  /** Returns undefined or null when there is no such key. */
  get(key: string): Promise<Uint8Array | undefined | null>;
  /** Replaces the value of a key atomically. It is durable when the promise resolves. */
  put(key: string, value: Uint8Array): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Lists the entries whose keys start with a prefix, sorted by key. */
  list(options: { readonly prefix: string }): Promise<{ keys(): Iterable<string> }>;
}

/** Whether a file is in a folder or its subfolders. */
export const isInsideFolder = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

/**
 * Renames a file in a store that can only copy. @throws Error when the file doesn't exist, or the new path is in use
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
