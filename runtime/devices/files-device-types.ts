/**
 * Gives the runtime access to the files of the open project (C-120). Paths are relative to the project folder and use
 * forward slashes.
 */

/** A file's metadata, which is available without reading the file. */
export interface FileInfo {
  readonly path: string;
  /** The file size in bytes. */
  readonly size: number;
  /** A change of this stamp means that the content may have changed. */
  readonly stamp: string;
}

/** Thrown when the file has more bytes than the caller accepts. */
export class FileTooLargeError extends Error {
  readonly size: number;

  constructor(size: number, maxBytes: number) {
    super(`it has ${size} bytes; the limit is ${maxBytes}`);
    this.name = 'FileTooLarge';
    this.size = size;
  }
}

/** Thrown when the path leads out of the folder through a link, or can't be a file in the folder. */
export class OutsideFolderError extends Error {
  override readonly name = 'OutsideFolder';
}

/**
 * A project folder, in which only regular files are accessible. All methods reject when the system reports an error,
 * and with {@link OutsideFolderError} for a path that leads out of the folder.
 */
export interface ProjectFolder {
  /**
   * Lists the files in a folder and its subfolders, sorted by path. The list is empty if the folder doesn't exist.
   * Links are not followed.
   */
  list(folder: string): Promise<FileInfo[]>;
  /** Returns the metadata of a file, or `undefined` if the file doesn't exist. */
  stat(path: string): Promise<FileInfo | undefined>;
  /**
   * Returns the complete content of a file, or `undefined` if the file doesn't exist.
   * @throws FileTooLargeError
   */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Replaces a file atomically. When the promise resolves, the content is safely on disk. */
  write(path: string, content: string | Uint8Array): Promise<FileInfo>;
  /** Renames a file to a path that doesn't exist yet. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. Does nothing if the file doesn't exist. */
  remove(path: string): Promise<void>;
  /**
   * Calls `onChange` when something may have changed in these folders or their subfolders. Replaces the previously
   * watched folders.
   */
  watch(folders: readonly string[], onChange: () => void): Promise<void>;
  close(): void;
}

export interface FilesDevice {
  /**
   * Opens a project folder.
   * @param folder the absolute path of the folder
   */
  open(folder: string): ProjectFolder;
}
