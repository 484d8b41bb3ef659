/** Files that are replaced as a whole, so that whoever reads them sees the old content or the new. */
import { randomBytes } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createContentHash } from './content-hash.ts';

/** A file that lies finished beside the one whose place it is to take. */
export interface StagedFile {
  /** What tells its content from any other. */
  readonly hash: string;
  /** What the file system tells of it; it stays the same when it takes the place. */
  readonly fingerprint: string;
  /** Folders whose names are to be synchronised before the file is there for good. */
  readonly folders: readonly string[];
  /** Takes the place: whoever reads it, or kills the process, sees the old content or the new. */
  replace(): Promise<void>;
  discard(): Promise<void>;
}

/** What ends the name of a staged file. */
export const tempFilePattern = /\.[0-9a-f]{12}\.tmp$/;

type FileContent = string | Uint8Array | Iterable<string>;

/**
 * Writes a file beside the one that it is to replace, down to the disk.
 * Of content in pieces, each is asked for when the one before is written.
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

/** Replaces a file as a whole; it is there for good when this resolves. */
export const writeAtomically = async (path: string, content: FileContent, mode?: number): Promise<void> => {
  const staged = await stageFile(path, content, mode);
  await staged.replace();
  await syncFolders(staged.folders);
};

/** What a file system tells of an entry that tells one content from another. */
export const toFileFingerprint = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;

/** What a file system tells of a file without reading it: another stamp may mean another content. Undefined when there is none, or something that is no file. */
export const getFileFingerprint = (path: string): Promise<string | undefined> =>
  lstat(path, { bigint: true }).then(
    (entry) => (entry.isFile() ? toFileFingerprint(entry) : undefined),
    () => undefined,
  );

const toChunks = (content: FileContent): Iterable<string | Uint8Array> =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/**
 * A folder, and those above it that have a new name in them.
 * @param made the topmost folder that was made for it; undefined when there was none to make
 */
const listChangedFolders = (folder: string, made: string | undefined): string[] => {
  const top = made === undefined ? folder : dirname(made);
  const folders = [folder];
  for (let each = folder; each.length > top.length; each = dirname(each)) folders.push(dirname(each));
  return folders;
};

/** Makes the names in folders survive the machine. */
export const syncFolders = async (folders: Iterable<string>): Promise<void> => {
  // Windows opens no folders, and keeps names by itself.
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
