/**
 * Stores the files of one project as bytes, on hosts without folders: in memory, in the private files of a browser, or
 * in a key-value table. Paths are relative, with forward slashes.
 */
export interface FileStore {
  /** Lists the paths of all files in a folder and below; all files for the folder `''`. */
  list(folder: string): Promise<readonly string[]>;
  /** Returns undefined when there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file atomically. Readers get either the old or the new content, also after the host is killed, and
   * always the new one after the promise has resolved.
   */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
  /** Renames a file to an unused path. If the host is killed meanwhile, both files may exist, but never none. */
  rename(from: string, to: string): Promise<void>;
}

/**
 * A key-value table as many hosts have one. The storage of a Durable Object works directly, others need a small
 * adapter.
 */
export interface KeyValueTable {
  /** Returns undefined or null when there is no such key. */
  get(key: string): Promise<Uint8Array | undefined | null>;
  /** Replaces the value of a key atomically. It is durable when the promise resolves. */
  put(key: string, value: Uint8Array): Promise<unknown>;
  delete(key: string): Promise<unknown>;
  /** Lists the entries whose keys start with a prefix, by key. */
  list(options: { readonly prefix: string }): Promise<{ keys(): Iterable<string> }>;
}

/** Whether a path is that of a file in a folder or below. */
export const isInsideFolder = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

/** Renames in stores that can only copy. @throws Error when there is no such file, or the new path is in use */
export const renameByCopy = async (
  { read, write, remove }: Pick<FileStore, 'read' | 'write' | 'remove'>,
  from: string,
  to: string,
): Promise<void> => {
  const content = await read(from);
  if (!content) throw new Error(`there is no file '${from}'`);
  if (await read(to)) throw new Error('there is a file of that name');
  await write(to, content);
  await remove(from);
};
