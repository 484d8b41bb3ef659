/** The files of assets, as clients list and transfer them (C-323). */
import type { ApiError } from '#spec/errors.ts';
import type { AssetFileType } from '#spec/asset-kinds.ts';
import type { BodyStream } from '#spec/contract/operation-spec.ts';

export interface AssetFile {
  /** The path below the folder of its assets, which for an asset is its tag. */
  readonly path: string;
  readonly size: number;
  readonly mediaType: string;
  readonly type: AssetFileType;
  /** The SHA-256 of the content in hexadecimal. */
  readonly hash: string;
}

/** A file in a list. Its hash is null if the hash was not requested, or if the file can't be read. */
export type ListedAssetFile = Omit<AssetFile, 'hash'> & { readonly hash: string | null };

interface ListOptions {
  readonly offset: number;
  /** The maximum number of files; by default, all of them. */
  readonly limit?: number | undefined;
  /** Whether the files are read to compute their hashes. */
  readonly includesHash: boolean;
}

/** An open file. Its content stays the same even if the file is replaced or deleted. */
export interface OpenAssetFile {
  readonly file: AssetFile;
  /** Reads the bytes from `start` up to but not including `end`, and then closes the file. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Entity tags with which a client makes a write conditional (RFC 9110, 13.1). */
export interface WriteConditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Decides which files a runtime can read. */
export interface AssetChecker {
  /** Returns the error with which the runtime rejects a file because of its size, or `undefined`. */
  findSizeError(path: string, bytes: number): ApiError | undefined;
  /**
   * Reads a file as the runtime does when it becomes the asset file at a path, together with the files to which it
   * refers. Doesn't block the event loop.
   * @param folder the project folder
   * @param stagedPath the path of the file in the project
   * @returns the error with which the runtime would reject the file, or `undefined`
   */
  findContentError(folder: string, path: string, stagedPath: string): Promise<ApiError | undefined>;
  close(): Promise<void>;
}

export interface AssetFileLimits {
  /** Checks uploaded files. Absent if the service doesn't know what its runtime can read. */
  readonly checker?: AssetChecker | undefined;
  /** Returns the maximum size of an uploaded file in bytes. */
  getMaxFileBytes(): number;
}

export interface AssetFiles {
  /** Returns a page of the files, sorted by path, and the number of all files. */
  list(options: ListOptions): Promise<{ readonly files: ListedAssetFile[]; readonly total: number }>;
  /**
   * Opens a file.
   * @throws ApiError ASSET_NOT_FOUND, INVALID_REQUEST, ACTION_FAILED
   */
  open(path: string): Promise<OpenAssetFile>;
  /**
   * Receives a file, checks it, and then replaces the file at the path, if there is one.
   * @throws ApiError INVALID_REQUEST or DUPLICATE_NAME for the path; REVISION_CONFLICT; PAYLOAD_TOO_LARGE; SAVE_FAILED;
   * NO_PROJECT if the project is closed meanwhile; the errors of the body and of the checker
   */
  put(
    path: string,
    body: BodyStream,
    conditions: WriteConditions,
  ): Promise<{ readonly file: AssetFile; readonly isNew: boolean }>;
  /**
   * Deletes a file, together with the import settings of its asset.
   * @param confirm whether even an asset may be deleted that can't be recreated
   * @throws ApiError ASSET_NOT_FOUND, INVALID_REQUEST, REVISION_CONFLICT, ACTION_FAILED, SAVE_FAILED
   */
  delete(path: string, confirm: boolean, conditions: WriteConditions): Promise<void>;
  /** Cancels all uploads. Resolves when their temporary files have been deleted. */
  close(): Promise<void>;
}
