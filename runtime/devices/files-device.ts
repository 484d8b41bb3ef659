/** Accesses a project's files on disk (C-120). */
import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { link, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { tempFilePattern, toFileFingerprint, syncFolders, writeAtomically } from '../shared/atomic-write.ts';
import {
  resolveFolderInside,
  readNoFollowFlags,
  resolvePathInside,
  UnsafeLinkError,
} from '../shared/safe-path.ts';
import { FileTooLargeError, OutsideFolderError } from './files-device-types.ts';
import type { FileInfo, FilesDevice, ProjectFolder } from './files-device-types.ts';

/** The maximum depth of listed folders. Deeper folders are not listed, nor are files beyond the maximum number. */
const maxFolderDepth = 16;
const maxEntries = 20_000;
const maxWatchedFolders = 1_000;
const maxPathBytes = 1_000;

/** Rejects paths that lead out of the folder, and characters that some systems treat as a separator or stream. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected as well
const forbiddenCharacters = /[\\:\u0000-\u001f\u007f]/;

const isValidPath = (path: string): boolean =>
  !forbiddenCharacters.test(path) &&
  Buffer.byteLength(path) <= maxPathBytes &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

const checkPath = (path: string): void => {
  if (!isValidPath(path)) throw new OutsideFolderError(`'${path}' is not a path inside the project folder`);
};

const isNotFoundError = (failure: unknown): boolean => {
  const { code } = failure as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
};

/** Returns `undefined` for a not-found error, and rethrows any other error. */
const ignoreNotFound = (failure: unknown): undefined => {
  if (isNotFoundError(failure)) return undefined;
  throw failure;
};

const toOutsideFolderError = (failure: unknown): never => {
  throw failure instanceof UnsafeLinkError ? new OutsideFolderError(failure.message) : failure;
};

const toFileInfo = (path: string, entry: BigIntStats): FileInfo => ({
  path,
  size: Number(entry.size),
  stamp: toFileFingerprint(entry),
});

export const createFilesDevice = (): FilesDevice => ({ open: openProjectFolder });

const openProjectFolder = (root: string): ProjectFolder => {
  let watchers: FSWatcher[] = [];

  const resolveFile = async (path: string): Promise<string> => {
    checkPath(path);
    return resolvePathInside(root, path).catch(toOutsideFolderError);
  };

  const resolveFolder = async (path: string): Promise<string> => {
    checkPath(path);
    return resolveFolderInside(root, path).catch(toOutsideFolderError);
  };

  const readFileInfo = async (path: string): Promise<FileInfo | undefined> => {
    const entry = await lstat(await resolveFile(path), { bigint: true }).catch(ignoreNotFound);
    return entry?.isFile() ? toFileInfo(path, entry) : undefined;
  };

  /** Lists the files and folders in a folder and its subfolders. The lists are empty if the folder doesn't exist. */
  const listTree = async (top: string): Promise<{ files: string[]; folders: string[] }> => {
    const files: string[] = [];
    const folders: string[] = [];
    const pending = [top];
    let remaining = maxEntries;
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const entries = await readdir(await resolveFolder(folder), { withFileTypes: true }).catch(
        ignoreNotFound,
      );
      if (entries) folders.push(folder);
      for (const entry of entries?.slice(0, remaining) ?? []) {
        remaining -= 1;
        const path = `${folder}/${entry.name}`;
        if (!isValidPath(path) || entry.name.startsWith('.') || tempFilePattern.test(entry.name)) continue;
        if (entry.isFile()) files.push(path);
        if (entry.isDirectory() && path.split('/').length < maxFolderDepth) pending.push(path);
      }
    }
    return { files, folders };
  };

  const endWatching = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };

  return {
    stat: readFileInfo,
    async list(folder) {
      const { files } = await listTree(folder);
      const fileInfos = await Promise.all(files.map(readFileInfo));
      return fileInfos.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(path, maxBytes) {
      const file = await open(await resolveFile(path), readNoFollowFlags).catch(ignoreNotFound);
      if (!file) return undefined;
      try {
        const entry = await file.stat();
        if (!entry.isFile()) return undefined;
        if (entry.size > maxBytes) throw new FileTooLargeError(entry.size, maxBytes);
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    async write(path, content) {
      const filePath = await resolveFile(path);
      await writeAtomically(filePath, content);
      return toFileInfo(path, await lstat(filePath, { bigint: true }));
    },
    async rename(from, to) {
      const [source, target] = [await resolveFile(from), await resolveFile(to)];
      await moveWithoutOverwrite(source, target);
      await syncFolders([dirname(source), dirname(target)]);
    },
    async remove(path) {
      const filePath = await resolveFile(path);
      await rm(filePath, { force: true });
      await syncFolders([dirname(filePath)]).catch(ignoreNotFound);
    },
    async watch(roots, onChange) {
      const trees = await Promise.all(roots.map(listTree));
      endWatching();
      // If a folder is missing, the project folder is watched, so that the creation of the missing folder is noticed.
      const paths = new Set(trees.flatMap(({ folders }) => (folders.length > 0 ? folders : [''])));
      for (const path of [...paths].slice(0, maxWatchedFolders)) {
        try {
          const filePath = path === '' ? root : await resolveFolder(path);
          const watcher = watch(filePath, { persistent: false }, onChange);
          watchers.push(watcher.on('error', () => watcher.close()));
        } catch {
          // A folder that cannot be watched is scanned when the project is refreshed.
        }
      }
    },
    close: endWatching,
  };
};

/** Moves a file without overwriting an existing file. On file systems without hard links, this can't be guaranteed. */
const moveWithoutOverwrite = async (source: string, target: string): Promise<void> => {
  try {
    await link(source, target);
    await unlink(source);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    const hasNoLinks = code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP';
    if (!hasNoLinks) throw failure;
    if (await lstat(target).catch(ignoreNotFound))
      throw new Error('a file with that name already exists', { cause: failure });
    await rename(source, target);
  }
};
