/**
 * Keeps the files of one project as bytes, on hosts that have no folders: in memory, in a browser's private files, in a table of
 * keys. Paths are relative, with forward slashes.
 */
export interface FileStore {
  /** The paths of all files in a folder and below; of all that there are for the folder `''`. */
  list(folder: string): Promise<readonly string[]>;
  /** Undefined when there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * Replaces a file as a whole: whoever reads it, now or after the host was killed, gets the old content or the new, and the new
   * once this has resolved.
   */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
  /** Gives a file another path, at which there is none. A host that is killed meanwhile may be left with both, never with none. */
  rename(from: string, to: string): Promise<void>;
}

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

/** Whether a path is that of a file in a folder or below. */
export const isInsideFolder = (folder: string, path: string): boolean =>
  folder === '' || path.startsWith(`${folder}/`);

/** How stores rename that can only copy. @throws Error when there is no such file, or one of that name */
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
