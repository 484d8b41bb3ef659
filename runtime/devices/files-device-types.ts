/**
 * Files of the open project, as the runtime accesses them (C-120). Paths are relative to its folder, with forward
 * slashes.
 */

/** File metadata that needs no read. */
export interface FileInfo {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** A different stamp means that the content may have changed. */
  readonly stamp: string;
}

/** A file that has more bytes than its reader accepts. */
export class FileTooLargeError extends Error {
  readonly size: number;

  constructor(size: number, maxBytes: number) {
    super(`it has ${size} bytes; the limit is ${maxBytes}`);
    this.name = 'FileTooLarge';
    this.size = size;
  }
}

/** A path that leads out of the folder by a link, or that can't be a file in it. */
export class OutsideFolderError extends Error {
  override readonly name = 'OutsideFolder';
}

/**
 * The folder of a project: only regular files, and none outside the folder. Every call rejects when the system fails,
 * and with {@link OutsideFolderError} for a path that leads out of the folder.
 */
export interface ProjectFolder {
  /** The files in a folder and below, by path; none when there is no such folder. Links are not followed. */
  list(folder: string): Promise<FileInfo[]>;
  /** Undefined when there is no such file. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** The whole content; undefined when there is no such file. @throws FileTooLargeError */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Replaces a whole file. It is durable when this resolves. */
  write(path: string, content: string | Uint8Array): Promise<FileInfo>;
  /** Renames a file to a path that does not exist yet. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
  /**
   * Calls back whenever something may have changed in these folders or below. Replaces the previously watched folders.
   */
  watch(folders: readonly string[], changed: () => void): Promise<void>;
  /** Stops watching. */
  close(): void;
}

export interface FilesDevice {
  /** @param folder absolute */
  open(folder: string): ProjectFolder;
}
