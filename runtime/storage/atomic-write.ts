/** Replaces files atomically, so that readers see either the old or the new content. */
import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createContentHash } from './content-hash.ts';

/** A finished temporary file next to the one that it is going to replace. */
export interface StagedFile {
  /** Hash of its content. */
  readonly hash: string;
  /** Fingerprint from the file system; it survives the rename. */
  readonly fingerprint: string;
  /** Folders to sync before the file is durable. */
  readonly folders: readonly string[];
  /** Renames the file into its final place. Readers see either the old or the new content, also after a kill. */
  replace(): Promise<void>;
  discard(): Promise<void>;
}

/** Suffix of the names of staged files. */
export const tempFilePattern = /\.[0-9a-f]{12}\.tmp$/;

type FileContent = string | Uint8Array | Iterable<string>;

/**
 * Writes and syncs a temporary file next to the one that it is going to replace. Content in pieces is requested piece
 * by piece, each after the one before is written.
 */
export const stageFile = async (path: string, content: FileContent, mode = 0o644): Promise<StagedFile> => {
  const folder = dirname(path);
  const folders = listChangedFolders(folder, await mkdir(folder, { recursive: true }));
  const staged = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const discard = (): Promise<void> => rm(staged, { force: true });
  const hash = createContentHash();
  let stamp: string;
  try {
    const file = await open(staged, 'wx', mode);
    try {
      for (const piece of toChunks(content)) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
        hash.update(bytes);
        await file.writeFile(bytes);
      }
      await file.sync();
      stamp = toFileFingerprint(await file.stat({ bigint: true }));
    } finally {
      await file.close();
    }
  } catch (failure) {
    await discard().catch(() => {});
    throw failure;
  }
  return {
    hash: hash.digest(),
    fingerprint: stamp,
    folders,
    async replace() {
      try {
        await rename(staged, path);
      } catch (failure) {
        await discard().catch(() => {});
        throw failure;
      }
    },
    discard,
  };
};

/** Replaces a file atomically. It is durable when the promise resolves. */
export const writeAtomically = async (path: string, content: FileContent, mode?: number): Promise<void> => {
  const staged = await stageFile(path, content, mode);
  await staged.replace();
  await syncFolders(staged.folders);
};

/** Returns a fingerprint of the stats that changes with the content. */
export const toFileFingerprint = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;

/**
 * Returns the fingerprint of a file without reading it. A different one may mean different content. Undefined when
 * there is no such file.
 */
export const getFileFingerprint = (path: string): Promise<string | undefined> =>
  lstat(path, { bigint: true }).then(
    (entry) => (entry.isFile() ? toFileFingerprint(entry) : undefined),
    () => undefined,
  );

const toChunks = (content: FileContent): Iterable<string | Uint8Array> =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/**
 * Lists a folder and its ancestors that got a new entry.
 * @param made the topmost folder created for it; undefined when none was
 */
const listChangedFolders = (folder: string, made: string | undefined): string[] => {
  const top = made === undefined ? folder : dirname(made);
  const folders = [folder];
  for (let each = folder; each.length > top.length; each = dirname(each)) folders.push(dirname(each));
  return folders;
};

/** Makes the entries of folders survive a power failure. */
export const syncFolders = async (folders: Iterable<string>): Promise<void> => {
  // Windows can't open folders, and persists names without it.
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
