/**
 * The files of the open project, for the runtime (C-120). Paths are relative to the project folder, with forward
 * slashes.
 */

/** Metadata of a file, available without reading it. */
export interface FileInfo {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** When it changes, the content may have changed. */
  readonly stamp: string;
}

/** The file has more bytes than the caller accepts. */
export class FileTooLargeError extends Error {
  readonly size: number;

  constructor(size: number, maxBytes: number) {
    super(`it has ${size} bytes; the limit is ${maxBytes}`);
    this.name = 'FileTooLarge';
    this.size = size;
  }
}

/** The path leads out of the folder through a link, or can't be a file in it. */
export class OutsideFolderError extends Error {
  override readonly name = 'OutsideFolder';
}

/**
 * A project folder. Only regular files in the folder are accessible. All methods reject when the system reports an
 * error, and with {@link OutsideFolderError} for a path that leads out of the folder.
 */
export interface ProjectFolder {
  /**
   * Lists the files in a folder and its subfolders, sorted by path; none when it doesn't exist. Links are not followed.
   */
  list(folder: string): Promise<FileInfo[]>;
  /** Returns undefined when the file doesn't exist. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** Returns the whole content; undefined when the file doesn't exist. @throws FileTooLargeError */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Replaces a file atomically. It is durable when the promise resolves. */
  write(path: string, content: string | Uint8Array): Promise<FileInfo>;
  /** Renames a file to a path that doesn't exist yet. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing when the file doesn't exist. */
  remove(path: string): Promise<void>;
  /**
   * Calls back when something may have changed in these folders or their subfolders. Replaces the previous set of
   * folders.
   */
  watch(folders: readonly string[], onChange: () => void): Promise<void>;
  /** Stops watching. */
  close(): void;
}

export interface FilesDevice {
  /** @param folder an absolute path */
  open(folder: string): ProjectFolder;
}
