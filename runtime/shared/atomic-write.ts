/** Replaces files atomically: readers see either the old content or the new content. */
import { randomBytes } from 'node:crypto';
import { copyFile, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createContentHash } from './content-hash.ts';
import { encodeUtf8 } from './text-encoding.ts';
import { describeWriteError } from './write-errors.ts';
import type { BigIntStats } from 'node:fs';

/** A complete temporary file next to the file that it will replace. */
export interface StagedFile {
  /** The hash of the file's content. */
  readonly hash: string;
  /** The file's fingerprint, which a rename doesn't change. */
  readonly fingerprint: string;
  /** The folders to sync after the rename. Once they are synced, the file is durable. */
  readonly folders: readonly string[];
  /** Renames the file to its final name. Readers see either the old or the new content, even after a crash. */
  replace(): Promise<void>;
  discard(): Promise<void>;
}

/** Matches the names of temporary files. */
export const tempFilePattern = /\.[0-9a-f]{12}\.tmp$/;

const createTempPath = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.tmp`;

type FileContent = string | Uint8Array | Iterable<Uint8Array>;

/**
 * Writes and syncs a temporary file next to the file that it will replace. Each chunk is requested only after the
 * previous chunk has been written.
 */
export const stageFile = async (path: string, content: FileContent, mode = 0o644): Promise<StagedFile> => {
  const folder = dirname(path);
  const folders = listChangedFolders(folder, await mkdir(folder, { recursive: true }));
  const tempPath = createTempPath(path);
  const discard = (): Promise<void> => rm(tempPath, { force: true });
  const hash = createContentHash();
  let fingerprint: string;
  try {
    const file = await open(tempPath, 'wx', mode);
    try {
      for (const chunk of toChunks(content)) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
      fingerprint = toFileFingerprint(await file.stat({ bigint: true }));
    } finally {
      await file.close();
    }
  } catch (failure) {
    await discard().catch(() => {});
    throw failure;
  }
  return {
    hash: hash.digest(),
    fingerprint,
    folders,
    async replace() {
      try {
        await rename(tempPath, path);
      } catch (failure) {
        await discard().catch(() => {});
        throw failure;
      }
    },
    discard,
  };
};

/** Replaces a file atomically. The new content is durable when the promise resolves. */
export const writeAtomically = async (path: string, content: FileContent, mode?: number): Promise<void> => {
  const staged = await stageFile(path, content, mode);
  await staged.replace();
  await syncFolders(staged.folders);
};

/** Copies a file, and replaces the target atomically. The new content is durable when the target's folder is synced. */
export const copyAtomically = async (source: string, target: string): Promise<void> => {
  const tempPath = createTempPath(target);
  try {
    await copyFile(source, tempPath);
    const file = await open(tempPath, 'r+');
    await file.sync().finally(() => file.close());
    await rename(tempPath, target);
  } catch (failure) {
    await rm(tempPath, { force: true }).catch(() => {});
    throw failure;
  }
};

/** Returns a fingerprint that changes when a file's content changes. */
export const toFileFingerprint = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;

/**
 * Returns a file's fingerprint without reading the file; `undefined` when the file doesn't exist. A different
 * fingerprint means that the content may have changed.
 */
export const getFileFingerprint = (path: string): Promise<string | undefined> =>
  lstat(path, { bigint: true }).then(
    (entry) => (entry.isFile() ? toFileFingerprint(entry) : undefined),
    () => undefined,
  );

const toChunks = (content: FileContent): Iterable<Uint8Array> => {
  if (typeof content === 'string') return [encodeUtf8(content)];
  return content instanceof Uint8Array ? [content] : content;
};

/**
 * Lists a folder, and those of its ancestors that have a new entry.
 * @param created the topmost folder that was created; `undefined` when no folder was created
 */
export const listChangedFolders = (folder: string, created: string | undefined): string[] => {
  const topmost = created === undefined ? folder : dirname(created);
  const folders = [folder];
  for (let current = folder; current.length > topmost.length; current = dirname(current))
    folders.push(dirname(current));
  return folders;
};

/** Syncs folders, so that their new entries survive a power failure. */
export const syncFolders = async (folders: Iterable<string>): Promise<void> => {
  // Windows can't open folders, but makes their entries durable without a sync.
  if (process.platform === 'win32') return;
  for (const folder of new Set(folders)) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
};

/** The error when a file can't be written. Its one-line message contains the file and the reason. */
export class FileWriteError extends Error {
  override readonly name = 'UnwrittenFile';
}

/**
 * Replaces files in a folder, each of them atomically: after a crash or on a full disk, a file that was not replaced
 * still has its previous content.
 * @param files the texts of the files, keyed by file name
 * @throws FileWriteError for the first file that can't be written; earlier files are already replaced by then
 */
export const replaceFiles = async (
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeAtomically(path, text).catch((failure: unknown) => {
      throw new FileWriteError(`'${path}' cannot be written: ${describeWriteError(failure)}`);
    });
  }
};
