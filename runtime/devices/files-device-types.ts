/** Files of the open project, as the runtime asks for them (register: C-120). Paths are relative to its folder, with forward slashes. */

/** What is known of a file without reading it. */
export interface FileInfo {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Another stamp may mean another content. */
  readonly stamp: string;
}

/** A file that has more bytes than whoever reads it can do with. */
export class FileTooLargeError extends Error {
  readonly size: number;

  constructor(size: number, mostBytes: number) {
    super(`it has ${size} bytes of ${mostBytes} that it may have`);
    this.name = 'FileTooLarge';
    this.size = size;
  }
}

/** A path leads out of the folder by a link, or is none for a file in it. */
export class OutsideFolderError extends Error {
  override readonly name = 'OutsideFolder';
}

/**
 * The folder of a project: regular files only, and nothing that links lead out to. Every call may be refused by the
 * system, and rejects then; for a path that leads out of the folder with {@link OutsideFolderError}.
 */
export interface ProjectFolder {
  /** The files in a folder and below, by path; none when there is no such folder. Links are not followed. */
  list(folder: string): Promise<FileInfo[]>;
  /** Undefined when there is no such file. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** The whole content; undefined when there is no such file. @throws FileTooLarge */
  read(path: string, mostBytes: number): Promise<Uint8Array | undefined>;
  /** Replaces a file as a whole; it is there for good when this resolves. */
  write(path: string, content: string | Uint8Array): Promise<FileInfo>;
  /** Gives a file another path, at which there is none. */
  rename(from: string, to: string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(path: string): Promise<void>;
  /** Calls back whenever something may have changed in folders or below, in place of those that were watched before. */
  watch(folders: readonly string[], changed: () => void): Promise<void>;
  /** Watches nothing any more. */
  close(): void;
}

export interface FilesDevice {
  /** @param folder absolute */
  open(folder: string): ProjectFolder;
}
